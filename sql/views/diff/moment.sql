-- title: how many decisions about each snapshot changed, and how
-- grain: snapshot_time
-- note: a row of `snapshot_taken` is a snapshot that both replays decided
with
    placed as (
        select
            changed.*,
            status_a in ('assigned', 'matched') as is_placed_a,
            status_b in ('assigned', 'matched') as is_placed_b
        from changed
    ),
    counted as (
        select
            snapshot_id,
            count(*) as n_changed,
            count(*) filter (where is_placed_b and not is_placed_a) as n_gained,
            count(*) filter (where is_placed_a and not is_placed_b) as n_lost,
            count(*) filter (
                where is_placed_a and is_placed_b and best_a is distinct from best_b
            ) as n_moved
        from placed
        group by all
    )

select
    snapshot_time,
    snapshot_id,
    coalesce(n_decisions, 0) as decisions,
    coalesce(n_changed, 0) as changed,
    coalesce(n_gained, 0) as newly_assigned,
    coalesce(n_lost, 0) as no_longer_assigned,
    coalesce(n_moved, 0) as another_queue,
    coalesce(n_changed - n_gained - n_lost - n_moved, 0) as other
from snapshot_taken
left join decided using (snapshot_id)
left join counted using (snapshot_id)
order by snapshot_time

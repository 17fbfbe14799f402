-- title: how many task queues each pilot may draw from, and why there is none
-- reports: -no_eligible_queue no task queue is for the pilot
-- grain: seq
-- note: a request that is refused has its own reason
-- note: the one job that is asked for is in none that fits
with
    counts as (
        select seq, count(*) as n_eligible, count(*) filter (where is_top) as n_top
        from eligible
        group by seq
    ),
    losses as (
        select seq, any_value(cap_hit.criterion) as criterion, any_value(cap_hit.detail) as detail
        from cap_hit
        group by seq
    )

select
    request.seq,
    request.pilot_id,
    coalesce(counts.n_eligible, 0) as n_eligible,
    coalesce(counts.n_top, 0) as n_top,
    case
        when gate_hit.criterion is not null
        then gate_hit.criterion
        when counts.n_eligible is null
        then coalesce(losses.criterion, '-no_eligible_queue')
    end as criterion,
    case
        when gate_hit.criterion is not null
        then gate_hit.detail
        when counts.n_eligible is null
        then coalesce(losses.detail, 'no task queue fits')
    end as reason
from request
left join counts using (seq)
left join losses using (seq)
left join gate_hit using (seq)

-- title: queues of the last round with their rank, and which are chosen
-- reports: -low_weight others of the task have a larger weight, and the list is full
-- grain: pair_no
-- source: C350, C351
-- differs: in the running system queues that the task uses come first, and some lists
-- are not cut
-- note: ties by seeded hash; what is cut is -low_weight
with

    placed as (
        select
            ranked_pair.*,
            row_number() over (
                partition by
                    ranked_pair.jedi_task_id,
                    ranked_pair.chunk_no,
                    ranked_pair.pool_round
                order by
                    ranked_pair.is_open desc,
                    ranked_pair.is_used desc,
                    case when ranked_pair.is_used then ranked_pair.queue_order end,
                    ranked_pair.weight desc nulls last,
                    ranked_pair.tie,
                    ranked_pair.partner_no
            ) as place
        from ranked_pair
    ),

    cut as (
        select
            placed.*,
            placed.is_open
            and (placed.place <= placed.n_best or placed.is_uncut) as is_within
        from placed
    )

select
    cut.pair_no,
    cut.unit_no,
    cut.partner_no,
    cut.jedi_task_id,
    cut.chunk_no,
    cut.round,
    cut.queue_name,
    cut.weight,
    case when cut.is_open then cut.place end::integer as rank,
    false as is_bootstrap,
    false as for_jumbo,
    cut.is_within and cut.lost_by is null as is_chosen,
    case
        when not cut.is_open or (cut.is_within and cut.lost_by is not null)
        then cut.lost_by
        when cut.is_within
        then '+use'
        else '-low_weight'
    end as criterion
from cut

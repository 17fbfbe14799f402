-- title: queues of the last round with their rank, and which are chosen
-- reports: -low_weight others of the task have a larger weight, and the list is full
-- grain: jedi_task_id, chunk_no, round, pseudo_queue
-- source: C350, C351
-- differs: in the running system queues that the task uses come first, and some lists
-- are not cut
-- note: ties by seeded hash; what is cut is -low_weight
with
    placed as (
        select
            ranked_pair.*,
            row_number() over (
                partition by jedi_task_id, chunk_no, pool_round
                order by
                    is_open desc,
                    is_used desc,
                    case when is_used then queue_order end,
                    weight desc nulls last,
                    tie,
                    pseudo_queue
            ) as place
        from ranked_pair
    ),
    cut as (select placed.*, is_open and (place <= n_best or is_uncut) as is_within from placed)

select
    jedi_task_id,
    chunk_no,
    round,
    pseudo_queue,
    weight,
    case when is_open then place end::integer as rank,
    false as is_bootstrap,
    false as for_jumbo,
    is_within and lost_by is null as is_chosen,
    case
        when not is_open or (is_within and lost_by is not null)
        then lost_by
        when is_within
        then '+use'
        else '-low_weight'
    end as criterion
from cut

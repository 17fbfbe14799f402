-- title: pairs with their rank, and which are chosen
-- reports: -low_weight others of the chunk have a larger weight, and the list is full
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- source: C138, C139, O054
-- differs: empty queues come first in the running system
-- note: ties by seeded hash; jumbo queues that stand apart have a list of their own,
-- which is empty where nothing else is chosen
with
    listed as (
        select
            outcome.*,
            outcome.is_open and outcome.is_jumbo and weighed_chunk.is_jumbo_apart as for_jumbo,
            queue_limit.n_most,
            xor(weighed_chunk.draw_key, weighed_queue.draw_key) as tie
        from outcome
        inner join weighed_chunk using (jedi_task_id, chunk_no)
        inner join weighed_queue using (pseudo_queue)
        inner join queue_limit using (jedi_task_id, chunk_no)
    ),
    placed as (
        select
            listed.*,
            row_number() over (
                partition by jedi_task_id, chunk_no
                order by
                    is_open desc,
                    for_jumbo,
                    is_bootstrap desc,
                    weight desc nulls last,
                    tie,
                    pseudo_queue
            ) as place,
            rank() over (partition by jedi_task_id, chunk_no order by is_open desc, for_jumbo)
            - 1 as n_before
        from listed
    )

select
    placed.* exclude (is_open, is_jumbo, criterion, tie, place, n_before, n_most),
    case when is_open then place - n_before end::integer as rank,
    is_open and if(for_jumbo, n_before > 0, place <= n_most) as is_chosen,
    case
        when not is_open
        then placed.criterion
        when is_jumbo and (for_jumbo or place <= n_most)
        then '+usejumbo'
        when place <= n_most
        then '+use'
        when is_bootstrap
        then '-others_bootstrap'
        else '-low_weight'
    end as criterion
from placed

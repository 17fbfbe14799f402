-- title: the place of each pair among the open pairs of its chunk
-- grain: pair_no
-- source: Brokerage page, ATLAS Production Job Brokerage, "sorted by weight"
-- source: spec/production.md 6.6; empty queues first, then by weight; ties by seeded
-- source: hash; jumbo queues that stand apart have a list of their own
with
    listed as (
        select
            outcome.pair_no,
            outcome.jedi_task_id,
            outcome.chunk_no,
            outcome.queue_name,
            outcome.is_open,
            outcome.is_bootstrap,
            outcome.weight,
            outcome.is_jumbo
            and coalesce(chunk.use_jumbo, '') not in ('fake', 'only') as for_jumbo,
            xor(chunk.draw_key, pseudo_queue.draw_key) as tie
        from outcome
        inner join
            chunk
            on outcome.jedi_task_id = chunk.jedi_task_id
            and outcome.chunk_no = chunk.chunk_no
        inner join pseudo_queue on outcome.queue_name = pseudo_queue.queue_name
        where outcome.is_open
    )

select
    listed.pair_no,
    listed.for_jumbo,
    row_number() over (
        partition by listed.jedi_task_id, listed.chunk_no, listed.for_jumbo
        order by
            listed.is_bootstrap desc,
            listed.weight desc nulls last,
            listed.tie,
            listed.queue_name
    ) as place
from listed

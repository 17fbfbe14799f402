-- title: open pairs in the order in which they are chosen
-- grain: pair_no
-- source: Brokerage page, ATLAS Production Job Brokerage, "the best 10 candidates are
-- source: taken"
-- source: spec/production.md 6.6; empty queues first, then by weight; ties by seeded
-- source: hash
with

    listed as (
        select
            outcome.*,
            outcome.is_jumbo
            and coalesce(chunk.use_jumbo, '') not in ('fake', 'only') as for_jumbo,
            xor(chunk.draw_key, pseudo_queue.draw_key) as tie
        from outcome
        inner join
            chunk
            on outcome.jedi_task_id = chunk.jedi_task_id
            and outcome.chunk_no = chunk.chunk_no
        inner join pseudo_queue on outcome.queue_name = pseudo_queue.queue_name
    ),

    ordered as (
        select
            listed.*,
            row_number() over (
                partition by
                    listed.jedi_task_id,
                    listed.chunk_no,
                    listed.for_jumbo,
                    listed.is_open
                order by
                    listed.is_bootstrap desc,
                    listed.weight desc nulls last,
                    listed.tie,
                    listed.queue_name
            ) as place
        from listed
    )

select
    ordered.* exclude (is_open, is_jumbo, tie, criterion, place),
    case when ordered.is_open then ordered.place end::integer as rank,
    ordered.is_open and ordered.place <= cfg.max_candidates as is_chosen,
    case
        when
            ordered.is_jumbo
            and ordered.is_open
            and (ordered.for_jumbo or ordered.place <= cfg.max_candidates)
        then '+usejumbo'
        when not ordered.is_open
        then ordered.criterion
        when ordered.place <= cfg.max_candidates
        then '+use'
        when ordered.is_bootstrap
        then '-others_bootstrap'
        else '-low_weight'
    end as criterion
from ordered
cross join cfg

-- title: what became of each pair that got a weight, before they are ranked
-- grain: jedi_task_id, chunk_no, queue_name
-- source: spec/production.md 6.5; an empty queue starts with weight 0
-- differs: with a negative t1Weight only the queue with most running jobs stays, in the
-- differs: running
-- differs: system (D24)
with

    classed as (
        select
            pair_weight.*,
            coalesce(cap_hit.effect, 'use') = 'use' as is_open,
            coalesce(cap_hit.criterion = '+use', false) as is_bootstrap,
            coalesce(cap_hit.criterion = '+usejumbo', false) as is_jumbo,
            cap_hit.criterion,
            cap_hit.detail,
            cfg.t1_negative_argmax
            and task_rule.t1_weight < 0
            and not chunk.is_merging as is_one_only,
            pair_load.n_running_all
        from pair_weight
        inner join
            chunk
            on pair_weight.jedi_task_id = chunk.jedi_task_id
            and pair_weight.chunk_no = chunk.chunk_no
        inner join task_rule on pair_weight.jedi_task_id = task_rule.jedi_task_id
        inner join
            pair_load
            on pair_weight.jedi_task_id = pair_load.jedi_task_id
            and pair_weight.chunk_no = pair_load.chunk_no
            and pair_weight.queue_name = pair_load.queue_name
        left join
            cap_hit
            on pair_weight.jedi_task_id = cap_hit.jedi_task_id
            and pair_weight.chunk_no = cap_hit.chunk_no
            and pair_weight.queue_name = cap_hit.queue_name
        cross join cfg
    ),

    placed as (
        select
            classed.*,
            row_number() over (
                partition by classed.jedi_task_id, classed.chunk_no
                order by
                    classed.is_open desc,
                    classed.is_jumbo,
                    classed.is_bootstrap,
                    classed.n_running_all desc,
                    pseudo_queue.queue_order,
                    classed.queue_name
            ) as place
        from classed
        inner join pseudo_queue on classed.queue_name = pseudo_queue.queue_name
    )

select
    placed.* exclude (is_one_only, n_running_all, place, is_open, criterion, weight),
    case when placed.is_bootstrap then 0 else placed.weight end::double as weight,
    placed.is_open and not (placed.is_one_only and placed.place > 1) as is_open,
    case
        when placed.is_open and placed.is_one_only and placed.place > 1
        then '-t1_weight'
        else placed.criterion
    end as criterion
from placed

-- title: how many queues of each chunk were weighed and chosen, and whether they serve
-- grain: unit_no
-- note: jumbo queues that stand apart do not carry a chunk, nor do queues of which none
-- takes a job when jobs are placed
with
    counted as (
        select
            numbered_unit.unit_no,
            numbered_unit.jedi_task_id,
            numbered_unit.chunk_no,
            count(ranked.pair_no)::integer as n_candidates,
            (
                count(ranked.pair_no) filter (ranked.is_chosen and not ranked.for_jumbo)
            )::integer as n_selected
        from numbered_unit
        left join ranked using (unit_no)
        group by
            numbered_unit.unit_no, numbered_unit.jedi_task_id, numbered_unit.chunk_no
    ),

    taken as (select distinct unit_no from placement)

select
    counted.*,
    counted.n_selected > 0 and (not cfg.place or taken.unit_no is not null) as is_served
from counted
cross join cfg
left join taken using (unit_no)

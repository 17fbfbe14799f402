-- title: how many queues of each chunk were weighed and chosen, and whether they serve
-- grain: jedi_task_id, chunk_no
-- note: jumbo queues that stand apart do not carry a chunk, nor do queues of which none
-- takes a job when jobs are placed
with
    counted as (
        select
            candidate_unit.jedi_task_id,
            candidate_unit.chunk_no,
            candidate_unit.round,
            count(ranked.pseudo_queue)::integer as n_candidates,
            (count(*) filter (ranked.is_chosen and not ranked.for_jumbo))::integer as n_selected
        from candidate_unit
        left join ranked using (jedi_task_id, chunk_no)
        group by candidate_unit.jedi_task_id, candidate_unit.chunk_no, candidate_unit.round
    ),
    taken as (select distinct jedi_task_id, chunk_no from batch)

select
    counted.*,
    counted.n_selected > 0 and (not cfg.place or taken.jedi_task_id is not null) as is_served
from counted
cross join cfg
left join taken using (jedi_task_id, chunk_no)

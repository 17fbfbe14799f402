-- title: the last round of each chunk, and how many queues were weighed and chosen
-- grain: jedi_task_id, chunk_no
-- note: a pre-assigned queue that fell while others are left breaks the task
select
    candidate_unit.jedi_task_id,
    candidate_unit.chunk_no,
    candidate_unit.round,
    count(ranked.pseudo_queue)::integer as n_candidates,
    (count(*) filter (ranked.is_chosen))::integer as n_selected,
    any_value(unassigned.detail) as broken_by
from candidate_unit
inner join reported_round using (jedi_task_id, chunk_no, round)
left join ranked using (jedi_task_id, chunk_no)
left join unassigned using (jedi_task_id, chunk_no)
where reported_round.is_last
group by candidate_unit.jedi_task_id, candidate_unit.chunk_no, candidate_unit.round

-- title: the last round of each chunk, and how many queues were weighed and chosen
-- grain: unit_no
-- note: a pre-assigned queue that fell while others are left breaks the task
select
    numbered_unit.unit_no,
    numbered_unit.jedi_task_id,
    numbered_unit.chunk_no,
    numbered_unit.round,
    count(ranked.pair_no)::integer as n_candidates,
    (count(ranked.pair_no) filter (ranked.is_chosen))::integer as n_selected,
    any_value(unassigned.detail) as broken_by
from numbered_unit
inner join reported_unit using (unit_no)
left join weighed_pair using (jedi_task_id, chunk_no)
left join
    ranked
    on weighed_pair.jedi_task_id = ranked.jedi_task_id
    and weighed_pair.chunk_no = ranked.chunk_no
    and weighed_pair.round = ranked.round
    and weighed_pair.queue_name = ranked.queue_name
left join unassigned using (unit_no)
where reported_unit.is_last
group by
    numbered_unit.unit_no,
    numbered_unit.jedi_task_id,
    numbered_unit.chunk_no,
    numbered_unit.round

-- title: how many queues of each chunk were weighed and chosen
-- grain: unit_no
-- source: spec/production.md 6.6; jumbo queues that stand apart do not carry a chunk
select
    numbered_unit.unit_no,
    numbered_unit.jedi_task_id,
    numbered_unit.chunk_no,
    count(ranked.pair_no)::integer as n_candidates,
    (count(ranked.pair_no) filter (ranked.is_chosen and not ranked.for_jumbo))::integer
    as n_selected
from numbered_unit
left join ranked on numbered_unit.unit_no = ranked.unit_no
group by numbered_unit.unit_no, numbered_unit.jedi_task_id, numbered_unit.chunk_no

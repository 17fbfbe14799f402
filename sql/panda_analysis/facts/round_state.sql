-- title: rounds of each chunk, and whether the first decides
-- grain: unit_no
-- source: C287
select
    numbered_unit.unit_no,
    numbered_unit.round,
    task_rule.uses_job_cloning,
    analysis_task.n_sites_per_job,
    count(*) over of_chunk > 1 as has_second,
    min(numbered_unit.unit_no) over of_chunk as first_unit_no,
    first_value(round_left.n_left ignore nulls) over (
        partition by numbered_unit.jedi_task_id, numbered_unit.chunk_no
        order by numbered_unit.round
        rows between unbounded preceding and unbounded following
    ) as n_first,
    bool_or(
        numbered_unit.round = 1
        and (
            gate_hit.jedi_task_id is not null
            or round_left.n_left >= case
                when task_rule.uses_job_cloning
                then analysis_task.n_sites_per_job
                else 1
            end
        )
    ) over of_chunk as is_decided_first
from numbered_unit
inner join task_rule using (jedi_task_id)
inner join analysis_task using (jedi_task_id)
left join round_left using (unit_no)
left join gate_hit using (jedi_task_id, chunk_no)
window of_chunk as (partition by numbered_unit.jedi_task_id, numbered_unit.chunk_no)

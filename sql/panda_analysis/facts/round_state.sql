-- title: rounds of each chunk, and whether the first decides
-- grain: jedi_task_id, chunk_no, round
-- source: C287
select
    chunk_round.jedi_task_id,
    chunk_round.chunk_no,
    chunk_round.round,
    task_rule.uses_job_cloning,
    analysis_task.n_sites_per_job,
    count(*) over of_chunk > 1 as has_second,
    min(chunk_round.round) over of_chunk as first_round,
    first_value(round_left.n_left ignore nulls) over (
        partition by chunk_round.jedi_task_id, chunk_round.chunk_no
        order by chunk_round.round
        rows between unbounded preceding and unbounded following
    ) as n_first,
    bool_or(
        chunk_round.round = 1
        and (
            gate_hit.jedi_task_id is not null
            or round_left.n_left >= case
                when task_rule.uses_job_cloning
                then analysis_task.n_sites_per_job
                else 1
            end
        )
    ) over of_chunk as is_decided_first
from chunk_round
inner join task_rule using (jedi_task_id)
inner join analysis_task using (jedi_task_id)
left join round_left using (jedi_task_id, chunk_no, round)
left join gate_hit using (jedi_task_id, chunk_no)
window of_chunk as (partition by chunk_round.jedi_task_id, chunk_round.chunk_no)

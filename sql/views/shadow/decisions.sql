-- Every decision of the log with what became of it on both sides.
select
    matched.policy,
    matched.jedi_task_id,
    matched.chunk_no,
    matched.log_time,
    matched.outcome as theirs,
    our_result.status as ours,
    case
        when matched.outcome in ('chosen', 'none')
        then matched.decision_no not in (select decision_no from difference)
    end as agrees,
    (
        select count(*) from difference where difference.decision_no = matched.decision_no
    ) as n_differences
from matched
left join our_result using (policy, jedi_task_id, chunk_no)
order by matched.decision_no

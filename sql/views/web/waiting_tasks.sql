-- title: the waiting tasks of highest priority
-- grain: jedi_task_id, chunk_no
select
    decision.jedi_task_id,
    decision.chunk_no,
    decision.status,
    decision.waits_by,
    decision.priority,
    decision.processing_type,
    decision.gshare,
    decision.core_count,
    decision.reason
from decision
where decision.policy = ? and decision.waits_by is not null
order by decision.priority desc nulls last, decision.jedi_task_id, decision.chunk_no
limit ?

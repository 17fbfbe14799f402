-- title: the waiting tasks of highest priority
-- grain: jedi_task_id, chunk_no
select
    jedi_task_id, chunk_no, status, waits_by, priority, processing_type, gshare, core_count, reason
from decision
where policy = ? and waits_by is not null
order by priority desc nulls last, jedi_task_id, chunk_no
limit ?

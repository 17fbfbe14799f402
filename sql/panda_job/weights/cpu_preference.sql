-- title: part of the queue's worker nodes that have the preferred CPU level
-- source: running system
-- nulls: no preference has factor 1
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    coalesce(software_match.cpu_preference, 1)::double as cpu_preference
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
left join
    software_match
    on weighed_chunk.software_no = software_match.software_no
    and survivor.unified_name = software_match.queue_name

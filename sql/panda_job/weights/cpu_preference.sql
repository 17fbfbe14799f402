-- title: part of the queue's worker nodes that have the preferred CPU level
-- source: running system
-- nulls: no preference has factor 1
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    case
        when software_decision.is_accepted and software_decision.test <> 'any'
        then 1 + coalesce(queue_cpu_level.pct_within_queue, 0) / 100
        else 1
    end::double as cpu_preference
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join software_queue on survivor.unified_name = software_queue.queue_name
left join
    software_decision
    on weighed_chunk.software_no = software_decision.software_no
    and software_queue.config_no = software_decision.config_no
left join
    software_signature on weighed_chunk.software_no = software_signature.software_no
left join
    queue_cpu_level
    on survivor.unified_name = queue_cpu_level.queue_name
    and software_signature.preferred_level = queue_cpu_level.cpu_architecture_level

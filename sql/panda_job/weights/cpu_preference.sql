-- title: part of the queue's worker nodes that have the preferred CPU level
-- source: running system
-- nulls: no preference has factor 1
select
    survivor.*,
    case
        when software_decision.is_accepted and software_decision.test <> 'any'
        then 1 + coalesce(queue_cpu_level.pct_within_queue, 0) / 100
        else 1
    end::double as cpu_preference
from survivor
inner join weighed_chunk using (jedi_task_id, chunk_no)
inner join software_queue using (queue_name)
left join software_decision using (software_no, config_no)
left join software_signature using (software_no)
left join
    queue_cpu_level
    on survivor.queue_name = queue_cpu_level.queue_name
    and software_signature.preferred_level = queue_cpu_level.cpu_architecture_level

-- title: does each queue satisfy each requirement signature, and which test says no?
-- grain: software_no, queue_name
-- note: evaluated once per signature and queue configuration
select
    software_outcome.software_no,
    software_queue.queue_name,
    software_outcome.is_accepted,
    software_outcome.is_unresolved,
    software_outcome.platform,
    case
        when software_outcome.via = 'auto'
        then 1 + coalesce(queue_cpu_level.pct_within_queue, 0) / 100
        else 1
    end::double as cpu_preference,
    software_outcome.via,
    software_failure.failed_test
from software_outcome
inner join software_signature using (software_no)
inner join software_queue using (config_no)
left join software_failure using (software_no, config_no)
left join
    queue_cpu_level
    on software_queue.queue_name = queue_cpu_level.queue_name
    and software_signature.preferred_level = queue_cpu_level.cpu_architecture_level

-- title: online production queues that read where another queue writes
-- grain: queue_name, shared_name
-- source: spec/production.md 3.3, sharing set; 4.2, pre-merge
-- differs: none; a queue that runs analysis shares only with queues that do so too
select
    default_output.queue_name,
    other.queue_name as shared_name
from default_output
inner join unified_queue on default_output.queue_name = unified_queue.queue_name
inner join
    queue_endpoint_use
    on default_output.ddm_endpoint_name = queue_endpoint_use.ddm_endpoint_name
inner join unified_queue as other on queue_endpoint_use.queue_name = other.queue_name
where
    queue_endpoint_use.is_input
    and other.status = 'online'
    and other.runs_production
    and (other.runs_analysis or not unified_queue.runs_analysis)

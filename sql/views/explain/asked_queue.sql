-- title: queues of a nucleus as the policy that was asked saw them for one task
-- grain: unified_name
-- note: of the pseudo queues of a unified one the nearest counts
select
    verdict.queue_name, verdict.unified_name, bit_count(verdict.reject_mask)::integer as n_failing
from verdict
inner join unified_queue on verdict.unified_name = unified_queue.queue_name
where verdict.jedi_task_id = ? and unified_queue.atlas_site = ?
qualify
    row_number() over (
        partition by verdict.unified_name
        order by verdict.queue_name = verdict.unified_name, n_failing, verdict.queue_name
    )
    = 1
order by n_failing, verdict.queue_name

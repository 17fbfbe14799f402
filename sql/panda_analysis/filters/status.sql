-- criterion: -status
-- label: status check
-- title: the queue is not online
-- class: policy
-- source: C288, C289
-- nulls: an unknown status fails on the page, passes in the running system
-- differs: all but online fail on the page, only offline, brokeroff and test in the
-- running system, where pre-assignment does not lift offline; a list pre-assigns the
-- queues that it names, in the running system all
select candidate.*, format('status {}', coalesce(unified_queue.status, 'unknown')) as detail
from candidate
inner join unified_queue using (queue_name)
inner join analysis_task using (jedi_task_id)
inner join task_sites using (jedi_task_id)
left join listed_queue using (jedi_task_id, queue_name)
cross join cfg
where
    case
        when cfg.status_mode = 'online_only'
        then unified_queue.status is distinct from 'online'
        else coalesce(unified_queue.status in ('offline', 'brokeroff', 'test'), false)
    end
    and not (
        (
            coalesce(listed_queue.is_named, false)
            or (task_sites.has_named and cfg.auto_names_all)
            or candidate.queue_name is not distinct from analysis_task.site_name
        )
        and (cfg.status_mode = 'online_only' or unified_queue.status is distinct from 'offline')
    )

-- title: remaining work of a nucleus as a task counts it
-- grain: request_no, nucleus
-- source: C036, C037
-- differs: all work of the label on the page; of the task's work queue, from its
-- priority on, in the running system
with
    requests as (
        select distinct
            request_no, prod_source_label, is_by_share, resource_queue_id, work_queue_name, priority
        from work_request
    )

select requests.request_no, nucleus_rw.nucleus, fsum(nucleus_rw.rw order by nucleus_rw.rw) as rw
from requests
inner join nucleus_rw using (prod_source_label)
left join resource_queue on nucleus_rw.workqueue_id = resource_queue.queue_id
where
    not requests.is_by_share
    or (
        requests.priority <= nucleus_rw.current_priority
        and (
            requests.resource_queue_id = nucleus_rw.workqueue_id
            or (
                requests.resource_queue_id is null
                and resource_queue.queue_id is null
                and requests.work_queue_name = nucleus_rw.gshare
            )
        )
    )
group by requests.request_no, nucleus_rw.nucleus

-- The broker looks at the last five minutes.
select
    vo,
    prodsourcelabel as prod_source_label,
    cloud::text as queue_name,
    workqueue_id::bigint as workqueue_id,
    resource_type,
    component,
    lockedby as locked_by,
    lockedtime as locked_time
from jedi_process_lock
where lockedtime >:now::timestamp - interval '1 hour'

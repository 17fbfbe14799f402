-- Untested: written after import/panda-postgres, for Oracle.
-- The broker looks at the last five minutes.
select
    vo,
    prodsourcelabel as prod_source_label,
    cloud as queue_name,
    cast(workqueue_id as number(18)) as workqueue_id,
    resource_type,
    component,
    lockedby as locked_by,
    lockedtime as locked_time
from jedi_process_lock
where lockedtime >:now - interval '1' hour

-- Read on in import/panda/work_queue.sql.
select
    queue_id::bigint as queue_id,
    queue_name,
    queue_function,
    vo,
    queue_type as prod_source_label,
    queue_share::float8 as gshare_value
from jedi_work_queue
where status <> 'inactive'

-- Untested: written after import/panda-postgres, for Oracle.
-- Read on in import/panda/work_queue.sql.
select
    cast(queue_id as number(18)) as queue_id,
    queue_name,
    queue_function,
    vo,
    queue_type as prod_source_label,
    cast(queue_share as binary_double) as gshare_value
from jedi_work_queue
where status <> 'inactive'

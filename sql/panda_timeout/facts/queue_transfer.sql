-- title: days that outputs of a queue's jobs may take, where the queue sets them
-- grain: queue_name
-- source: C246, C247
-- nulls: a value that is no number above 0 sets nothing
-- differs: the running system reads no fields of the queue
-- note: keys transtimehi and transtimelo of params
with
    fields as (
        select
            queue.queue_name,
            try_cast(json_extract_string(queue.params, '$.transtimehi') as double) as hi_days,
            try_cast(json_extract_string(queue.params, '$.transtimelo') as double) as lo_days
        from queue
        cross join cfg
        where cfg.transtime_source = 'queue'
    )

select
    queue_name,
    case when hi_days > 0 then hi_days end as hi_days,
    case when lo_days > 0 then lo_days end as lo_days
from fields

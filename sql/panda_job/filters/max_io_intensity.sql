-- criterion: -max_io_intensity
-- label: max IO intensity check
-- title: the task reads and writes more than the queue allows
-- class: never_fits
-- source: running system
-- bounds: an intensity equal to the limit passes
-- nulls: no limit or no intensity passes; merge jobs are not checked
select
    candidate.*,
    chunk.io_intensity as asked,
    '<=' as operator,
    unified_queue.max_io_intensity as offered,
    'kB/s' as unit,
    format('ioIntensity {} > {} kB/s', asked, offered) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join unified_queue using (queue_name)
where not chunk.is_merging and asked <> 0 and asked > offered

-- title: input that is at the queue
-- source: running system
-- nulls: no input leaves the weight as it is
-- differs: the page has no such factor
-- note: where locality is asked and a queue holds all, datasets on disk count; else 10
-- GB on disk count as one more
select
    weighed_pair.jedi_task_id,
    weighed_pair.chunk_no,
    weighed_pair.round,
    weighed_pair.queue_name,
    case
        when not cfg.data_weight
        then 1
        when
            weighed_pair.last_round = 1
            and not analysis_task.waives_locality
            and not coalesce(chunk_locality.is_union, false)
        then coalesce(local_queue.data_weight, 1)
        when chunk_size.total_bytes >= cfg.least_input_bytes
        then 1 + coalesce(whole_gb(local_file_size.disk_bytes), 0) / cfg.disk_gb_norm
        else 1
    end::double as data
from weighed_pair
inner join analysis_task using (jedi_task_id)
left join chunk_locality using (jedi_task_id, chunk_no)
left join
    local_queue
    on weighed_pair.jedi_task_id = local_queue.jedi_task_id
    and weighed_pair.chunk_no = local_queue.chunk_no
    and weighed_pair.unified_name = local_queue.queue_name
left join chunk_size using (jedi_task_id, chunk_no)
left join
    local_file_size
    on weighed_pair.jedi_task_id = local_file_size.jedi_task_id
    and weighed_pair.chunk_no = local_file_size.chunk_no
    and weighed_pair.unified_name = local_file_size.queue_name
cross join cfg

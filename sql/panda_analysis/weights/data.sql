-- title: a bonus for input that is on disk at the queue
-- source: running system
-- nulls: no input leaves the weight as it is
-- differs: the page has no such factor
-- note: where locality is asked and a queue holds all, the weight of its datasets,
-- tape_data_weight for tape; else 1 + GB on disk / disk_gb_norm, for input of
-- least_input_bytes
select
    weighed_pair.*,
    case
        when not cfg.data_weight
        then 1
        when
            weighed_pair.last_round = 1
            and not analysis_task.waives_locality
            and not chunk_locality.is_union
        then coalesce(local_queue.data_weight, 1)
        when chunk_size.total_bytes >= cfg.least_input_bytes
        then 1 + coalesce(whole_gb(local_file_size.disk_bytes), 0) / cfg.disk_gb_norm
        else 1
    end::double as data
from weighed_pair
inner join analysis_task using (jedi_task_id)
left join chunk_locality using (jedi_task_id, chunk_no)
left join local_queue using (jedi_task_id, chunk_no, queue_name)
left join chunk_size using (jedi_task_id, chunk_no)
left join local_file_size using (jedi_task_id, chunk_no, queue_name)
cross join cfg

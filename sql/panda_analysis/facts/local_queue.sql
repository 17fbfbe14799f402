-- title: queues that the locality of a chunk leaves
-- grain: jedi_task_id, chunk_no, queue_name
select
    chunk_at_queue.jedi_task_id,
    chunk_at_queue.chunk_no,
    chunk_at_queue.queue_name,
    case
        chunk_locality.locality
        when 'all_on_disk'
        then chunk_at_queue.holds_all_on_disk
        when 'all'
        then chunk_at_queue.holds_all
        when 'some_on_disk'
        then chunk_at_queue.holds_some_on_disk
        when 'some'
        then chunk_at_queue.holds_some
        else false
    end as is_local,
    if(
        chunk_locality.is_union, chunk_at_queue.holds_some_really, chunk_at_queue.holds_all_really
    ) as is_real,
    chunk_at_queue.data_weight
from chunk_at_queue
inner join chunk_locality using (jedi_task_id, chunk_no)

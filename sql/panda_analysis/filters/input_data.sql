-- criterion: -input_data
-- label: input data check
-- title: the input is not at the queue, in the round that asks for it there
-- class: capacity
-- source: C290
-- bounds: the best that any analysis queue reaches is asked, online or not: all
-- datasets on disk, else all, tape too, else some on disk, else some; of a pre-assigned
-- task what its queue reaches
-- nulls: a chunk without input passes
-- differs: priority, ioIntensity or waiting time lift the check on the page; in the
-- running system they only open the second round, which has no such check
select
    candidate.*,
    case
        when local_queue.queue_name is null
        then 'no input is at the queue'
        when chunk_locality.locality = 'all_on_disk'
        then 'not all input is on its disk, as it is elsewhere'
        when chunk_locality.locality = 'all'
        then 'not all input is there, as it is elsewhere'
        when chunk_locality.locality = 'some_on_disk'
        then 'no input is on its disk, as it is elsewhere'
        when analysis_task.site_name is not null
        then 'no input is at the pre-assigned queue'
        else 'no input that counts is at the queue'
    end as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join analysis_chunk using (jedi_task_id, chunk_no)
left join chunk_locality using (jedi_task_id, chunk_no)
left join local_queue using (jedi_task_id, chunk_no, queue_name)
where
    candidate.round = 1
    and analysis_chunk.n_datasets > 0
    and not analysis_task.waives_locality
    and not coalesce(local_queue.is_local, false)

-- criterion: -fileunavailable
-- label: final check
-- title: the queue takes local data only, and does not have all of it
-- effect: drop
-- class: capacity
-- source: spec/analysis-and-software.md 1.9; the page is silent
-- bounds: a single missing file is one too many
-- nulls: a chunk without input passes
-- differs: none
select survivor.pair_no, 'use_only_local_data, some input is elsewhere' as detail
from survivor
inner join unified_queue on survivor.unified_name = unified_queue.queue_name
inner join
    analysis_chunk
    on survivor.jedi_task_id = analysis_chunk.jedi_task_id
    and survivor.chunk_no = analysis_chunk.chunk_no
left join
    local_queue
    on survivor.jedi_task_id = local_queue.jedi_task_id
    and survivor.chunk_no = local_queue.chunk_no
    and survivor.unified_name = local_queue.queue_name
where
    unified_queue.uses_only_local_data
    and analysis_chunk.n_datasets > 0
    and not coalesce(local_queue.is_whole, false)

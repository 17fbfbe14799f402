-- criterion: -avoid_vp
-- label: avoid VP queue check
-- title: the queue sees data through a virtual placement, which the chunk avoids
-- class: policy
-- source: C297
-- differs: where priority, I/O or time suppress locality, round 1 asks none on the
-- page, and still does in the running system
-- note: avoidVP, merges, distributed input, input that no queue holds as a whole, round
-- 2
select
    candidate.*,
    format(
        'an endpoint of the queue is a virtual placement, avoided by {}',
        case
            when analysis_task.avoids_vp
            then 'the task (avoidVP)'
            when analysis_chunk.is_merging
            then 'merge chunks'
            when chunk_source.is_distributed
            then 'distributed input'
            when chunk_locality.is_union and not analysis_task.waives_locality
            then 'input that no queue has as a whole'
            else 'the second round'
        end
    ) as detail
from candidate
inner join analysis_task using (jedi_task_id)
inner join analysis_chunk using (jedi_task_id, chunk_no)
inner join chunk_source using (jedi_task_id, chunk_no)
left join chunk_locality using (jedi_task_id, chunk_no)
inner join analysis_queue using (queue_name)
where
    analysis_queue.sees_vp
    and (
        candidate.round = 2
        or analysis_task.avoids_vp
        or analysis_chunk.is_merging
        or chunk_source.is_distributed
        or (chunk_locality.is_union and not analysis_task.waives_locality)
    )

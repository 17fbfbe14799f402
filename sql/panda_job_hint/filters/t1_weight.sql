-- criterion: -t1weight
-- label: T1 weight check
-- title: the task goes to queues of nuclei only
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Production Job Brokerage, "Use only the queues
-- source: associated with the nucleus if the task sets t1Weight=-1"
-- source: spec/production.md 4.4 JB-75, 4.5: any nucleus will do
-- bounds: page: t1Weight = -1; running system: below 0
-- nulls: merge jobs are not checked
-- differs: any negative value in the running system (D24)
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    'not a queue of a nucleus' as detail
from candidate
inner join
    chunk
    on candidate.jedi_task_id = chunk.jedi_task_id
    and candidate.chunk_no = chunk.chunk_no
inner join task_rule on candidate.jedi_task_id = task_rule.jedi_task_id
left join any_nucleus_queue on candidate.unified_name = any_nucleus_queue.queue_name
cross join cfg
where
    not chunk.is_merging
    and (
        task_rule.t1_weight = -1 or (cfg.t1_negative_argmax and task_rule.t1_weight < 0)
    )
    and any_nucleus_queue.queue_name is null

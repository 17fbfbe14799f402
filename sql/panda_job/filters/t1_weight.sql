-- criterion: -t1weight
-- label: T1 weight check
-- title: the task goes to the queues of its nucleus only
-- class: policy
-- owner: task
-- source: C115, C116
-- bounds: page: t1Weight = -1; running system: below 0
-- nulls: merge jobs are not checked; a task without a nucleus has no queue of it
-- differs: any negative value, and queues that share storage with the nucleus pass, in
-- the running system
select
    candidate.*,
    coalesce('not a queue of nucleus ' || chunk.nucleus, 'not a queue of a nucleus') as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
left join at_nucleus using (jedi_task_id, chunk_no, pseudo_queue)
cross join cfg
where
    not chunk.is_merging
    and (task_rule.t1_weight = -1 or (cfg.t1_negative_argmax and task_rule.t1_weight < 0))
    and not (
        coalesce(at_nucleus.is_member, false)
        or (cfg.t1_negative_argmax and at_nucleus.pseudo_queue is not null)
    )

-- title: what every task queue is to every pilot: it fits, or is rejected by what
-- grain: policy, seq, tq_id
with
    keys as (
        select policy, seq, tq_id
        from verdict
        where seq is not null
        union
        select policy, seq, tq_id
        from exclusion
        where seq is not null
    )

select
    keys.policy,
    keys.seq,
    keys.tq_id,
    dirac_pilot.pilot_id,
    array_to_string(dirac_pilot.site, ', ') as site,
    task_queue.owner_group,
    task_queue.n_jobs,
    if(exclusion.criterion is null, 'fits', 'rejected') as outcome,
    exclusion.criterion,
    coalesce(exclusion.class, 'policy') as class,
    coalesce(ladder.line_no, closing.line_no) as line_no,
    coalesce(ladder.label, closing.label) as label,
    case
        when exclusion.criterion is not null
        then coalesce(failing_set.criteria, [exclusion.criterion])
    end as failing,
    case when len(failing) = 1 then failing[1] end as only_blocker,
    exclusion.detail
from keys
left join closing using (policy)
left join dirac_pilot using (seq)
left join task_queue using (policy, tq_id)
left join exclusion using (policy, seq, tq_id)
left join verdict using (policy, seq, tq_id)
left join failing_set using (policy, reject_mask)
left join ladder using (policy, step, criterion)

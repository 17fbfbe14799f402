-- title: what became of each task at each queue: chosen, weighed, or rejected by what
-- grain: policy, jedi_task_id, chunk_no, unified_name
-- note: a queue counts once, by the pseudo queue that came furthest; gated: no check
-- rejects it, but a gate stopped the task before. No check alone keeps such a task away
with
    held as (
        select distinct result.policy, result.jedi_task_id, result.chunk_no
        from result
        inner join criterion using (policy, criterion)
        where result.status <> 'assigned' and contains(criterion.file, '/gates/')
    ),
    keys as (
        select policy, jedi_task_id, chunk_no, unified_name
        from departure
        union
        select policy, jedi_task_id, chunk_no, unified_name
        from chosen_queue
        union
        select policy, jedi_task_id, chunk_no, unified_name
        from nearest
        where reject_mask = 0
    ),
    fates as (
        select
            keys.*,
            chosen_queue.rank,
            chosen_queue.weight,
            nearest.reject_mask,
            departure.last_check,
            held.jedi_task_id is not null as is_held,
            case
                when chosen_queue.rank is not null
                then 'chosen'
                when departure.last_check.line_no = closing.line_no
                then 'weighed'
                when nearest.reject_mask = 0
                then 'gated'
                else 'rejected'
            end as outcome,
            case when outcome in ('weighed', 'rejected') then departure.last_check end as fate
        from keys
        left join closing using (policy)
        left join departure using (policy, jedi_task_id, chunk_no, unified_name)
        left join chosen_queue using (policy, jedi_task_id, chunk_no, unified_name)
        left join nearest using (policy, jedi_task_id, chunk_no, unified_name)
        left join held using (policy, jedi_task_id, chunk_no)
    )

select
    fates.policy,
    fates.jedi_task_id,
    fates.chunk_no,
    fates.unified_name,
    coalesce(place.cloud, '–') as cloud,
    fates.outcome,
    fates.fate.criterion as criterion,
    fates.fate.class as class,
    fates.fate.line_no as line_no,
    fates.fate.label as label,
    case when fates.outcome = 'rejected' then failing_set.criteria end as failing,
    case when len(failing) = 1 and not fates.is_held then failing[1] end as only_blocker,
    case when len(failing) = 1 and not fates.is_held then failing_set.rules[1] end as only_rule,
    fates.rank,
    fates.weight
from fates
left join place on fates.unified_name = place.name
left join failing_set using (policy, reject_mask)

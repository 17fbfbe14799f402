-- title: the outcome of each chunk: assigned, or pending with reason and retry time
-- grain: jedi_task_id, chunk_no
-- source: Brokerage page, ATLAS Production Job Brokerage, "the task is pending for 1
-- source: hour"
-- source: spec/production.md 4.4, "What then"
-- differs: high priority is looked at again sooner in the running system (D33)
with

    counts as (
        select
            weighed.jedi_task_id,
            weighed.chunk_no,
            count(*) as n_candidates,
            count(*) filter (where weighed.is_chosen and not weighed.for_jumbo) as n_selected
        from weighed
        group by weighed.jedi_task_id, weighed.chunk_no
    ),

    last_step as (
        select
            verdict.jedi_task_id,
            verdict.chunk_no,
            arg_max(criterion.label, criterion.step) as label
        from verdict
        left join
            counts
            on verdict.jedi_task_id = counts.jedi_task_id
            and verdict.chunk_no = counts.chunk_no
        inner join criterion on reported_bit(verdict.reject_mask) = criterion.bit
        where coalesce(counts.n_selected, 0) = 0
        group by verdict.jedi_task_id, verdict.chunk_no
    )

select
    chunk.jedi_task_id,
    chunk.chunk_no,
    case
        when coalesce(gate_hit.effect, 'pending') = 'fail'
        then 'failed'
        when gate_hit.effect = 'throttle'
        then 'throttled'
        when gate_hit.effect is null and counts.n_selected > 0
        then 'assigned'
        else 'pending'
    end as status,
    case
        when gate_hit.effect is not null
        then gate_hit.criterion
        when coalesce(counts.n_selected, 0) = 0
        then '-no_candidates'
    end as criterion,
    case
        when gate_hit.effect is not null
        then gate_hit.detail
        when counts.n_candidates > 0 and counts.n_selected = 0
        then 'no queue is left after final check'
        when counts.n_candidates is null
        then format('no queue is left after {}', coalesce(last_step.label, 'nothing: there is none'))
    end as reason,
    case
        when gate_hit.effect is null and counts.n_selected > 0
        then null
        when chunk.priority >= cfg.pending_top_prio
        then cfg.pending_minutes_top * 60
        when chunk.priority >= cfg.top_prio
        then cfg.pending_minutes_high * 60
        else cfg.pending_minutes * 60
    end::bigint as retry_after_s,
    coalesce(counts.n_candidates, 0)::integer as n_candidates,
    coalesce(counts.n_selected, 0)::integer as n_selected
from chunk
cross join cfg
left join
    counts on chunk.jedi_task_id = counts.jedi_task_id and chunk.chunk_no = counts.chunk_no
left join
    last_step
    on chunk.jedi_task_id = last_step.jedi_task_id
    and chunk.chunk_no = last_step.chunk_no
left join
    gate_hit
    on chunk.jedi_task_id = gate_hit.jedi_task_id
    and chunk.chunk_no = gate_hit.chunk_no
where chunk.work = 'job'

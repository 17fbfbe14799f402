-- title: of each task and queue the pseudo queue that came furthest
-- grain: jedi_task_id, unified_name
-- note: a choice counts before a weight, a weight before fewest failing criteria, then
-- how far it came; a parent only where it is alone. is_barred = rejected, and the task
-- would not wait anyway by a gate
with
    held as (
        select jedi_task_id, chunk_no
        from result
        inner join gate_hit using (jedi_task_id, chunk_no, criterion)
        where result.status <> 'assigned'
    ),
    pairs as (
        select
            verdict.jedi_task_id,
            verdict.chunk_no,
            verdict.unified_name,
            verdict.queue_name,
            verdict.round,
            verdict.reject_mask,
            bit_count(verdict.reject_mask)::integer as n_failing,
            coalesce(weighed.is_chosen, false) as is_chosen,
            weighed.queue_name is not null as is_weighed,
            weighed.rank,
            loss_of(weighed.criterion) as loss,
            coalesce(ladder.step, 0) as step,
            ladder.bit,
            coalesce(ladder.is_frame, false) as is_outside,
            held.jedi_task_id is not null as is_held
        from verdict
        inner join
            reported_unit on verdict.unit_no = reported_unit.unit_no and reported_unit.is_last
        left join ladder on reported_bit(verdict.reject_mask) = ladder.bit
        left join weighed using (pair_no)
        left join
            held on verdict.jedi_task_id = held.jedi_task_id and verdict.chunk_no = held.chunk_no
        where verdict.unified_name = ? or ?
    )

select
    pairs.* exclude (is_chosen, is_weighed, step, is_outside, is_held),
    case
        when is_chosen
        then 'chosen'
        when is_weighed
        then 'weighed'
        when is_outside
        then 'outside'
        when n_failing = 0
        then 'gated'
        else 'rejected'
    end as outcome,
    outcome = 'rejected' and not pairs.is_held as is_barred
from pairs
qualify
    row_number() over (
        partition by jedi_task_id, unified_name
        order by
            is_chosen desc,
            is_weighed desc,
            rank nulls last,
            queue_name = unified_name,
            n_failing,
            step desc,
            chunk_no,
            queue_name
    )
    = 1

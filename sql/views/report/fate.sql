-- title: where each pair left, or that it was chosen; pairs outside the frame are
-- left out
-- grain: jedi_task_id, chunk_no, round, queue_name
select
    verdict.jedi_task_id,
    verdict.chunk_no,
    verdict.round,
    reported_unit.is_last,
    verdict.queue_name,
    verdict.unified_name,
    coalesce(ladder.line_no, closing.line_no) as line_no,
    coalesce(ladder.label, closing.label) as label,
    coalesce(ladder.step, closing.step) as step,
    if(
        weighed.is_chosen, weighed.criterion, coalesce(ladder.criterion, loss_of(weighed.criterion))
    ) as criterion,
    coalesce(weighed.is_chosen, false) as is_chosen
from verdict
inner join reported_unit using (unit_no)
left join ladder on reported_bit(verdict.reject_mask) = ladder.bit
left join weighed using (pair_no)
cross join
    (
        select max(line_no) + 1 as line_no, max(step) + 1 as step, 'final check' as label
        from ladder
    ) as closing
where
    not coalesce(ladder.is_frame, false)
    and (ladder.bit is not null or weighed.queue_name is not null)

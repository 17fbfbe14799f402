-- title: the check at which the last pseudo queue of a unified queue left
-- grain: jedi_task_id, chunk_no, round, unified_name
-- note: the reason is that of the pseudo queue that left last
with
    left_at as (
        select
            verdict.unit_no,
            reported_unit.is_last,
            verdict.unified_name,
            verdict.pair_no,
            ladder.place,
            null::varchar as loss,
            false as is_chosen
        from verdict
        inner join reported_unit using (unit_no)
        inner join ladder on reported_bit(verdict.reject_mask) = ladder.bit
        where not ladder.is_frame
        union all
        select
            weighed.unit_no,
            true as is_last,
            weighed.unified_name,
            weighed.pair_no,
            closing.place,
            loss_of(weighed.criterion) as loss,
            weighed.is_chosen
        from weighed
        cross join (select max(place) + 1 as place from ladder) as closing
    ),
    last_left as (
        select
            unit_no,
            unified_name,
            any_value(is_last) as is_last,
            bool_or(is_chosen) as is_chosen,
            arg_max(loss, pair_no) as loss,
            max((place << 40) + pair_no) as latest
        from left_at
        group by unit_no, unified_name
    )

select
    last_left.unit_no,
    numbered_unit.jedi_task_id,
    numbered_unit.chunk_no,
    numbered_unit.round,
    last_left.is_last,
    last_left.unified_name,
    last_left.is_chosen,
    coalesce(ladder.line_no, closing.line_no) as line_no,
    coalesce(ladder.label, 'final check') as label,
    coalesce(ladder.step, closing.step) as step,
    coalesce(ladder.criterion, last_left.loss) as criterion
from last_left
inner join numbered_unit using (unit_no)
left join ladder on last_left.latest >> 40 = ladder.place
cross join (select max(line_no) + 1 as line_no, max(step) + 1 as step from ladder) as closing

-- title: the checks in the order in which candidates leave: one line per label
-- grain: policy, bit
-- note: drops and set rules at their step, then all defers together; the first filter
-- holds the frame of candidates and is no line of its own
with
    timed as (
        select
            criterion.policy,
            criterion.bit,
            criterion.step,
            criterion.criterion,
            criterion.label,
            criterion.criterion = '-not_candidate'
            and criterion.step
            = min(criterion.step) over (partition by criterion.policy) as is_frame,
            case when criterion.effect = 'defer' then 1 else 0 end as wave
        from criterion
        where criterion.bit is not null
    ),

    lines as (
        select
            timed.policy,
            timed.label,
            row_number() over (
                partition by timed.policy order by min((timed.wave, timed.step))
            ) as line_no
        from timed
        group by timed.policy, timed.label
    )

select
    timed.policy,
    timed.bit,
    timed.step,
    timed.criterion,
    timed.label,
    timed.is_frame,
    lines.line_no,
    row_number() over (
        partition by timed.policy order by lines.line_no, timed.step, timed.bit
    ) as place
from timed
inner join lines on timed.policy = lines.policy and timed.label = lines.label

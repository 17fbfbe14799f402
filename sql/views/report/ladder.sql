-- title: the checks in the order in which candidates leave: one line per label
-- grain: policy, bit
-- note: drops and set rules at their step, then all defers together; the first filter
-- holds the frame of candidates and is no line of its own
with
    timed as (
        select
            policy,
            bit,
            step,
            criterion,
            label,
            criterion = '-not_candidate'
            and step = min(step) over (partition by policy) as is_frame,
            if(effect = 'defer', 1, 0) as wave
        from criterion
        where bit is not null
    ),
    lines as (
        select
            policy,
            label,
            row_number() over (partition by policy order by min((wave, step))) as line_no
        from timed
        group by policy, label
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
inner join lines using (policy, label)

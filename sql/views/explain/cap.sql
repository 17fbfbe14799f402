-- title: what took a weighed pair out after its weight, with the numbers it compares,
-- and all other caps that hit it
-- grain: one row per cap, the one that took it first
-- note: the older page lets capped pairs go on where no other is left: these lose by
-- their weight
-- nulls: requested and offered are NULL where it compares no two numbers
with
    reasons as ($reasons),
    taken as (
        select survivor.pair_no, cap_hit.step
        from survivor
        inner join cap_hit using (pair_no)
        inner join numbered_partner using (partner_no)
        inner join weighed using (pair_no)
        where
            survivor.jedi_task_id = ?
            and survivor.chunk_no = ?
            and survivor.unit_no between ? and ?
            and numbered_partner.queue_name = ?
            and cap_hit.effect <> 'use'
            and weighed.criterion = cap_hit.criterion
    )

select
    criterion.criterion,
    criterion.bit,
    criterion.effect,
    criterion.class,
    reasons.step = taken.step as reported,
    criterion.title,
    reasons.detail,
    reasons.unit,
    reasons.asked as requested,
    reasons.operator,
    reasons.offered,
    abs(reasons.asked - reasons.offered) as shortfall,
    null as inputs,
    criterion.source,
    criterion.file,
    criterion.label
from taken
inner join reasons using (pair_no)
inner join criterion on reasons.step = criterion.step and criterion.bit is null
where criterion.effect <> 'use'
qualify row_number() over (partition by reasons.step order by reasons.detail) = 1
order by reasons.step

-- title: what took a weighed pair out after its weight, with the numbers it compares
-- grain: one row
-- note: the older page lets capped pairs go on where no other is left: these lose by
-- their weight
-- nulls: requested and offered are NULL where it compares no two numbers
with numbers as ($numbers)

select
    criterion.criterion,
    criterion.bit,
    criterion.effect,
    criterion.class,
    true as reported,
    criterion.title,
    cap_hit.detail,
    numbers.unit,
    numbers.asked as requested,
    numbers.operator,
    numbers.offered,
    abs(numbers.asked - numbers.offered) as shortfall,
    null as inputs,
    criterion.source,
    criterion.file,
    criterion.label
from survivor
inner join cap_hit using (pair_no)
inner join numbered_partner using (partner_no)
inner join criterion on cap_hit.step = criterion.step and criterion.bit is null
inner join weighed using (pair_no)
left join numbers using (pair_no)
where
    survivor.jedi_task_id = ?
    and survivor.chunk_no = ?
    and survivor.unit_no between ? and ?
    and numbered_partner.queue_name = ?
    and cap_hit.effect <> 'use'
    and weighed.criterion = cap_hit.criterion

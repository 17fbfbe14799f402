-- title: every failing criterion of one pair, the reported one first
-- grain: bit
-- nulls: requested and offered are NULL where a criterion compares no two numbers
select
    criterion.criterion,
    criterion.bit,
    criterion.effect,
    criterion.class,
    failing_pair.is_reported as reported,
    criterion.title,
    failing_pair.detail,
    failing_pair.unit,
    failing_pair.asked as requested,
    failing_pair.operator,
    failing_pair.offered,
    abs(failing_pair.asked - failing_pair.offered) as shortfall,
    null as inputs,
    criterion.source,
    criterion.file,
    criterion.label
from failing_pair
inner join criterion using (bit)
order by failing_pair.is_reported desc, criterion.step

-- title: every failing criterion of one pair, the reported one first
-- grain: bit
-- nulls: asked and offered are NULL where a criterion compares no two numbers
select
    criterion.criterion,
    criterion.bit,
    criterion.effect,
    criterion.class,
    criterion.label,
    criterion.title,
    criterion.source,
    criterion.file,
    failing_pair.detail,
    failing_pair.asked,
    failing_pair.operator,
    failing_pair.offered,
    abs(failing_pair.asked - failing_pair.offered) as shortfall,
    unit_of(failing_pair.detail, failing_pair.asked, failing_pair.offered) as unit,
    failing_pair.is_reported
from failing_pair
inner join criterion on failing_pair.bit = criterion.bit
order by failing_pair.is_reported desc, criterion.step

-- title: every failing criterion of one pair, the reported one first
-- grain: bit
-- nulls: asked and offered are NULL where a criterion compares no two numbers
select
    failing_pair.criterion,
    failing_pair.bit,
    failing_pair.effect,
    failing_pair.class,
    criterion.label,
    criterion.title,
    criterion.source,
    criterion.file,
    failing_pair.detail,
    failing_pair.asked,
    failing_pair.operator,
    failing_pair.offered,
    failing_pair.shortfall,
    failing_pair.unit,
    failing_pair.is_reported
from failing_pair
inner join criterion on failing_pair.bit = criterion.bit
where failing_pair.chunk_no = ? and failing_pair.queue_name = ?
order by failing_pair.is_reported desc, failing_pair.step

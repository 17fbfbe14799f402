-- title: every failing criterion of one pair, the reported one first
-- grain: bit
-- nulls: asked and offered are NULL where a criterion compares no two numbers
select
    criterion.criterion,
    criterion.bit,
    criterion.step,
    criterion.effect,
    criterion.class,
    criterion.label,
    criterion.title,
    criterion.source,
    criterion.file,
    failing_pair.detail,
    failing_pair.requested,
    failing_pair.operator,
    failing_pair.offered
from failing_pair
inner join criterion on failing_pair.bit = criterion.bit
where failing_pair.chunk_no = ? and failing_pair.queue_name = ?
order by criterion.bit = min(criterion.bit) over () desc, criterion.step

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
inner join
    verdict
    on failing_pair.jedi_task_id = verdict.jedi_task_id
    and failing_pair.chunk_no = verdict.chunk_no
    and failing_pair.queue_name = verdict.queue_name
    and failing_pair.round = verdict.round
inner join told_unit on verdict.unit_no = told_unit.unit_no and told_unit.is_last
where failing_pair.chunk_no = ? and failing_pair.queue_name = ?
order by criterion.bit = min(criterion.bit) over () desc, criterion.step

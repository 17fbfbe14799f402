-- title: every failing criterion of every pair, with what was asked and offered
-- grain: policy, jedi_task_id, chunk_no, queue_name, round, step, criterion
-- nulls: asked and offered are NULL where a criterion compares no two numbers
-- nulls: unit is NULL where the detail names none
select
    getvariable('policy') as policy,
    failing_pair.jedi_task_id,
    failing_pair.chunk_no::integer as chunk_no,
    failing_pair.queue_name,
    failing_pair.round::integer as round,
    criterion.step,
    criterion.criterion,
    criterion.class,
    criterion.effect,
    failing_pair.requested as asked,
    failing_pair.operator,
    failing_pair.offered,
    abs(failing_pair.requested - failing_pair.offered) as shortfall,
    coalesce(
        unit_after(failing_pair.detail, failing_pair.requested),
        unit_after(failing_pair.detail, failing_pair.offered)
    ) as unit,
    failing_pair.detail
from failing_pair
inner join criterion on failing_pair.bit = criterion.bit

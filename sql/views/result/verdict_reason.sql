-- title: every failing criterion of every pair, with what was asked and offered
-- grain: policy, jedi_task_id, chunk_no, queue_name, round, bit
-- nulls: asked and offered are NULL where a criterion compares no two numbers unit is
-- NULL for plain numbers
-- note: views over the result tables; a pair passes a criterion where asked, operator
-- and offered hold together
select
    getvariable('policy') as policy,
    pair_reason.jedi_task_id,
    pair_reason.chunk_no::integer as chunk_no,
    pair_reason.queue_name,
    pair_reason.unified_name,
    pair_reason.round::integer as round,
    criterion.bit,
    criterion.step,
    criterion.criterion,
    criterion.class,
    criterion.effect,
    pair_reason.is_reported,
    pair_reason.asked,
    pair_reason.operator,
    pair_reason.offered,
    abs(pair_reason.asked - pair_reason.offered) as shortfall,
    pair_reason.unit,
    pair_reason.detail
from pair_reason
inner join reported_unit using (unit_no)
inner join criterion using (bit)

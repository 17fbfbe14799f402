-- criterion: -below_min_weight
-- label: final check
-- title: the weight is below the minimum of the label
-- class: policy
-- source: running system
-- bounds: a weight equal to the minimum passes
-- nulls: no minimum passes
select
    pair_weight.*,
    weighed_chunk.min_weight as asked,
    '<=' as operator,
    pair_weight.weight as offered,
    format('weight {:.4g} < {}', offered, asked) as detail
from weighed_chunk
inner join pair_weight using (jedi_task_id, chunk_no)
where asked > 0 and offered < asked

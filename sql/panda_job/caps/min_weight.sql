-- criterion: -below_min_weight
-- label: final check
-- title: the weight is below the minimum of the label
-- effect: drop
-- class: policy
-- source: spec/production.md 6.5 C7; the page is silent
-- bounds: a weight equal to the minimum passes
-- nulls: no minimum passes
-- differs: none
select
    survivor.pair_no,
    format(
        'weight {:.4g} < {}',
        pair_weight.weight,
        coalesce(of_share.min_weight, of_label.min_weight)
    ) as detail
from survivor
inner join
    chunk
    on survivor.jedi_task_id = chunk.jedi_task_id
    and survivor.chunk_no = chunk.chunk_no
inner join pair_weight on survivor.pair_no = pair_weight.pair_no
left join
    cfg_label as of_share
    on chunk.prod_source_label || '_' || chunk.gshare = of_share.label
left join cfg_label as of_label on chunk.prod_source_label = of_label.label
where
    coalesce(of_share.min_weight, of_label.min_weight) > 0
    and pair_weight.weight < coalesce(of_share.min_weight, of_label.min_weight)

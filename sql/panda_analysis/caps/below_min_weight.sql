-- criterion: -below_min_weight
-- label: final check
-- title: the weight is below the least one of the share or label
-- class: policy
-- source: running system
-- bounds: exactly the least weight passes
-- nulls: no least weight passes
select
    pair_weight.*,
    format(
        'weight {:.4g} < {}', pair_weight.weight, coalesce(of_share.min_weight, of_label.min_weight)
    ) as detail
from pair_weight
inner join survivor using (jedi_task_id, chunk_no, round, pseudo_queue)
inner join analysis_task using (jedi_task_id)
left join
    cfg_label as of_share
    on analysis_task.prod_source_label || '_' || analysis_task.gshare = of_share.label
left join cfg_label as of_label on analysis_task.prod_source_label = of_label.label
where pair_weight.weight < coalesce(of_share.min_weight, of_label.min_weight)

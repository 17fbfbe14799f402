-- criterion: -bad_weight
-- label: final check
-- title: the weight is no finite number: a defect of a rule or of the data
-- class: misconfigured
-- source: brokersql itself: a weight that is no number orders nothing
-- nulls: a weight that is NULL is as bad as one that is NaN or infinite
-- differs: none; the running system would choose such a queue
select
    pair_weight.*, 'a factor is NULL, NaN or infinite: a defect of a rule or of the data' as detail
from pair_weight
where weight is null

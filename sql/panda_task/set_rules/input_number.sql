-- criterion: -innum
-- label: data check
-- title: the nucleus holds too small a part of the input files
-- effect: drop
-- class: policy
-- source: C021, C029, C030
-- bounds: exactly the fraction fails on the page, passes in the running system
-- nulls: a task without input to look at is not checked
-- differs: see the fact pair_data
select
    pair_data.*,
    format(
        'holds {} of {} files, {} % asked',
        pair_data.n_any,
        pair_data.n_files,
        cfg.input_num_fraction
    ) as detail
from pair_data
cross join cfg
where pair_data.lacks_number and not pair_data.is_dropped

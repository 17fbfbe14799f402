-- criterion: -insize
-- label: data check
-- title: the nucleus holds too small a part of the input
-- effect: drop
-- class: policy
-- source: C021, C027, C028
-- bounds: exactly the fraction fails on the page, passes in the running system
-- nulls: a task without input to look at is not checked
-- differs: see the fact pair_data
select
    pair_data.*,
    format(
        'holds {:.1f} of {:.1f} GB, {} % asked',
        pair_data.any_bytes / 1073741824,
        pair_data.n_bytes / 1073741824,
        cfg.input_size_fraction
    ) as detail
from pair_data
cross join cfg
where pair_data.lacks_size and not pair_data.is_dropped

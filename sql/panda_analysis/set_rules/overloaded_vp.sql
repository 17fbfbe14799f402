-- criterion: -overloaded_vp
-- label: overload check
-- title: an overloaded queue has a virtual placement, or sees the data only there
-- class: capacity
-- source: C298
-- bounds: exactly OVERLOAD_RATIO_OFFSET x the ratio of the grid passes;
-- OVERLOAD_MIN_QUEUE queued jobs are never too many
-- nulls: a queue without jobs passes
-- differs: every VP queue on the page, in the running system those that hold no data
-- themselves, in the first round
select
    pair_overload.*,
    format(
        '{} queued, {} running; {:.2f} per running one on the grid', n_queued, n_running, grid_load
    ) as detail
from pair_overload
where is_overloaded and not is_real

-- criterion: -overloaded_vp
-- label: overload check
-- title: an overloaded queue has a virtual placement, or sees the data only there
-- effect: drop
-- class: capacity
-- source: C298
-- bounds: exactly the ratio of the grid with its offset passes
-- nulls: no jobs pass
-- differs: every VP queue on the page, in the running system those that hold no data
-- themselves, in the first round
select
    pair_overload.jedi_task_id,
    pair_overload.chunk_no,
    pair_overload.round,
    pair_overload.queue_name,
    format(
        '{} queued, {} running, {:.2f} on the grid',
        pair_overload.n_queued,
        pair_overload.n_running,
        pair_overload.grid_load
    ) as detail
from pair_overload
where pair_overload.is_overloaded and not pair_overload.is_real

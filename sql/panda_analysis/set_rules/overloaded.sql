-- criterion: -overloaded
-- label: overload check
-- title: far more jobs wait for a running one than on the whole grid
-- effect: drop
-- class: capacity
-- source: running system
-- bounds: exactly the ratio of the grid with its offset passes
-- nulls: no jobs pass; where all queues are overloaded those that are no VP queues stay
-- differs: real queues are those without a VP endpoint on the page, those with the data
-- in the running system
-- note: the page names overload for virtual placements only
select
    pair_overload.*,
    format(
        '{} queued, {} running, {:.2f} on the grid', n_queued, n_running, grid_load
    ) as detail
from pair_overload
where is_overloaded and is_real and not is_everything_overloaded

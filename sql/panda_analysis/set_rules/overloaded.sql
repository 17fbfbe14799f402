-- criterion: -overloaded
-- label: overload check
-- title: the queue has more queued jobs per running one than its share on the grid
-- effect: drop
-- class: capacity
-- source: running system
-- bounds: exactly OVERLOAD_RATIO_OFFSET x the ratio of the grid passes;
-- OVERLOAD_MIN_QUEUE queued jobs are never too many
-- nulls: a queue without jobs passes; where all queues are overloaded none is dropped
-- here
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

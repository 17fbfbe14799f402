-- criterion: -overloaded
-- label: overload check
-- title: more jobs of the share are queued per running one at the queue than on the
-- grid
-- effect: drop
-- class: capacity
-- source: running system
-- bounds: exactly OVERLOAD_RATIO_OFFSET x the ratio of the grid passes;
-- OVERLOAD_MIN_QUEUE queued jobs are never too many, more of them without a running one
-- always
-- nulls: a queue without jobs passes; where all queues are overloaded none is dropped
-- here
-- differs: real queues are those without a VP endpoint on the page, those with the data
-- in the running system
-- note: in profile page too, though the page names overload for virtual placements
-- only; merge chunks are not checked
select
    pair_overload.*,
    format('{} queued, {} running, {:.2f} on the grid', n_queued, n_running, grid_load) as detail
from pair_overload
where is_overloaded and is_real and not is_everything_overloaded

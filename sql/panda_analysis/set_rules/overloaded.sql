-- criterion: -overloaded
-- label: overload check
-- title: the queue has more than OVERLOAD_RATIO_OFFSET times as many queued jobs of the
-- share per running one as the grid
-- effect: drop
-- class: capacity
-- source: running system
-- bounds: exactly as many pass; OVERLOAD_MIN_QUEUE queued jobs are never too many, more
-- of them without a running one always
-- nulls: a queue without jobs passes; where all queues left of a round are overloaded,
-- none is dropped, but -badsite drops those where no job runs
-- differs: real queues are those without a VP endpoint on the page, those with the data
-- in the running system
-- note: in profile page too, though the page names overload for virtual placements
-- only; merge chunks are not checked
select
    pair_overload.*,
    format(
        '{} queued, {} running; {:.2f} per running one on the grid', n_queued, n_running, grid_load
    ) as detail
from pair_overload
where is_overloaded and is_real and not is_everything_overloaded

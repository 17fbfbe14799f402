-- criterion: -overloaded
-- label: overload check
-- title: the queue has more than OVERLOAD_RATIO_OFFSET times as many queued jobs of the
-- share per running one as the whole grid has
-- class: capacity
-- source: running system
-- bounds: exactly that many times as many passes; at most OVERLOAD_MIN_QUEUE queued jobs
-- pass, more of them with no running job never do
-- nulls: a queue without jobs passes; where every queue left in a round is overloaded
-- this rule drops none, and -badsite then drops those where no job runs
-- differs: real queues are dropped here, all others by -overloaded_vp; real are those
-- without a VP endpoint on the page, those that hold the data in the running system
-- note: in profile page too, though the page asks for it at virtual placements only;
-- merge chunks are not checked
select
    pair_overload.*,
    format(
        '{} queued, {} running; {:.2f} per running one on the grid', n_queued, n_running, grid_load
    ) as detail
from pair_overload
where is_overloaded and is_real and not is_everything_overloaded

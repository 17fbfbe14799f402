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
where
    pair_overload.is_overloaded
    and pair_overload.is_real
    and not pair_overload.is_everything_overloaded

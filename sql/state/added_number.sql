-- title: the number that each task queue of jobs that came has in the state
-- grain: added_id
-- source: spec/dirac.md 2.2: incremental insertion gives the same task queues
-- nulls: no requirement equals no requirement
with
    highest as (
        select coalesce(max(state.task_queue.tq_id), 0) as tq_id from state.task_queue
    ),

    met as (
        select added.task_queue.tq_id as added_id, min(state.task_queue.tq_id) as tq_id
        from added.task_queue
        left join
            state.task_queue
            on added.task_queue.cpu_time = state.task_queue.cpu_time
            and added.task_queue.owner = state.task_queue.owner
            and added.task_queue.owner_group = state.task_queue.owner_group
            and requirements(added.task_queue) = requirements(state.task_queue)
        group by added.task_queue.tq_id
    )

select
    met.added_id,
    coalesce(
        met.tq_id,
        highest.tq_id
        + row_number() over (partition by met.tq_id is null order by met.added_id)
    ) as tq_id,
    met.tq_id is null as is_new
from met
cross join highest

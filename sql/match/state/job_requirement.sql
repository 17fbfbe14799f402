-- title: the owner groups that task queues have or had
-- grain: owner_group
select distinct state.task_queue.owner_group from state.task_queue

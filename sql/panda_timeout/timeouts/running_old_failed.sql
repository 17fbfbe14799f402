-- criterion: TO-12
-- label: running
-- title: what is killed for its age is failed as well
-- effect: fail
-- source: C240
-- bounds: as running_old
-- nulls: as running_old
-- differs: as running_old
select panda_id, clock_time, due_time from timeout_running_old

-- criterion: TO-12
-- label: running
-- title: what is killed for its age is failed as well
-- effect: fail
-- source: C240
-- bounds: as running_old
-- nulls: as running_old
-- differs: as running_old
select
    timeout_running_old.panda_id,
    timeout_running_old.clock_time,
    timeout_running_old.due_time
from timeout_running_old

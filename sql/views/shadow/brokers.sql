-- The brokers whose logs are read, and the policy that stands for each.
create or replace temp table brokers as
from (
    values ('job', 'panda_job'), ('analysis', 'panda_analysis'), ('task', 'panda_task')
) as named(broker, policy)
;

-- title: the lowest number of the task queues that just came to be, 0 where none did,
-- title: and how many jobs stand in none
-- grain: one row
select
    coalesce(min(added_number.tq_id) filter (where added_number.is_new), 0) as tq_id,
    (select count(*) from job_intake where job_intake.fault is not null) as n_refused
from added_number

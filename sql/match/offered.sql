-- title: kinds of requests that some task queue fits which had jobs when priorities
-- were
-- title: calculated
-- grain: class_id
select distinct fitting.class_id
from fitting
where fitting.tq_id in (select job_class.tq_id from job_class)

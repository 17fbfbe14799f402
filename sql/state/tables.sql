-- title: what a state knows beside the facts: its jobs, task queues and kinds of
-- request
-- note: a job that is in `gone` was given away
create table state.task_queue as
select
    added.task_queue.tq_id,
    added.task_queue.owner,
    added.task_queue.owner_group,
    added.task_queue.setup,
    added.task_queue.vo,
    added.task_queue.cpu_time,
    added.task_queue.submit_pools,
    added.task_queue.pilot_types,
    added.task_queue.sites,
    added.task_queue.grid_ces,
    added.task_queue.grid_middlewares,
    added.task_queue.banned_sites,
    added.task_queue.platforms,
    added.task_queue.job_types,
    added.task_queue.tags,
    added.task_queue.min_ram,
    added.task_queue.max_ram,
    added.task_queue.n_jobs,
    added.task_queue.is_sharing,
    added.task_queue.first_job_id
from added.task_queue
where false
;

create table state.job (
    job_id bigint, tq_id bigint, user_priority bigint, real_priority double
)
;

create table state.gone (job_id bigint)
;

create table state.fitting (class_id bigint, tq_id bigint)
;

-- grain: class_id; requests alike in all that they send, their CPU time by segment
create table state.pilot_class (
    class_id bigint, family varchar, cpu_time bigint, criterion varchar
)
;

-- one request of each class, whose seq is the class_id
create table state.dirac_pilot as
select dirac_pilot.*
from main.dirac_pilot
where false
;

create table state.asking (
    seq bigint, pilot_id varchar, class_id bigint, job_id bigint, criterion varchar
)
;

-- title: what a state knows beside the facts: its jobs, task queues and kinds of
-- request
-- note: a job that is in `gone` was given away; `came_back` holds what was given before
-- that waits again
create table state.task_queue as
select queue.*
from added.task_queue as queue
where false
;

create table state.job (
    job_id bigint, tq_id bigint, user_priority bigint, real_priority double
)
;

create table state.gone (
    job_id bigint, seq bigint, class_id bigint, arrival_time timestamp
)
;

create table state.came_back (
    seq bigint, tq_id bigint, class_id bigint, arrival_time timestamp
)
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
    seq bigint,
    pilot_id varchar,
    class_id bigint,
    job_id bigint,
    criterion varchar,
    arrival_time timestamp
)
;

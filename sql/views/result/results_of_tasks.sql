-- title: the results of a range of tasks, besides those of the ranges before it; the
-- reasons of other tasks go
-- note: each range repeats the results of tasks that were refused while loading
drop table if exists x_reported
;

delete from result
where not (jedi_task_id >= $first_task and jedi_task_id < $next_task)
;

create table if not exists every_result as
select result.*
from result
where false
;

insert into every_result
select result.*
from result

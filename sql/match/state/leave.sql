-- title: jobs that requests before $1 got wait no longer
insert into state.gone
select job_id, seq, class_id, arrival_time
from matched
where job_id is not null and seq < $1

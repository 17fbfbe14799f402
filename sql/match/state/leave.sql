-- title: jobs that requests before $1 got wait no longer
insert into state.gone
select matched.job_id, matched.seq, matched.class_id, matched.arrival_time
from matched
where matched.job_id is not null and matched.seq < $1

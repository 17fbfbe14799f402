-- title: matched jobs wait again
-- note: what they used of delays stays used
insert into state.came_back
select state.gone.seq, state.job.tq_id, state.gone.class_id, state.gone.arrival_time
from state.gone
inner join state.job on state.gone.job_id = state.job.job_id
semi join came on state.gone.job_id = came.job_id
;

delete from state.gone
where state.gone.job_id in (select came.job_id from came)
;

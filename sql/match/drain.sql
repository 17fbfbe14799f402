-- title: task queues that were given their last job are drawn no more
insert into drained
select tq_id
from open_class
where tq_id in (select given.tq_id from given)
group by tq_id
having sum(n_jobs) = 0
;

delete from choice
where choice.tq_id in (select drained.tq_id from drained)
;

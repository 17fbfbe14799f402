-- test: nothing is too small as long as nothing is asked for
-- expect: no queue is rejected for its size
select count(*) = 0
from verdict_reason
where criterion = '-small_queue'
;

-- test: below the bound a queue is rejected, at it and above it passes
-- set: LEAST_CORES=8
update queue
set core_count = 7
where queue_name = (select min(queue_name) from queue where core_count = 8)
;

-- expect: queues with 7 cores are rejected
select count(*) > 0
from verdict_reason
inner join pseudo_queue on verdict_reason.queue_name = pseudo_queue.pseudo_queue
where verdict_reason.criterion = '-small_queue' and pseudo_queue.core_count = 7
;

-- expect: those with 8 cores and more are not
select count(*) = 0
from verdict_reason
inner join pseudo_queue on verdict_reason.queue_name = pseudo_queue.pseudo_queue
where verdict_reason.criterion = '-small_queue' and pseudo_queue.core_count >= 8
;

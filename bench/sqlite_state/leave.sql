-- title: a task queue leaves when it has no job any more
delete from tq_queues
where tq_id = ?1 and not exists (select 1 from tq_jobs where tq_id = ?1)

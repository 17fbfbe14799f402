-- title: queues that find database releases in a cache
-- grain: jedi_task_id, chunk_no, queue_name
-- note: a release is cached where a queue has cvmfs, and the cache counts for every
-- candidate that shares an input endpoint with that queue
with
    asking as (select distinct jedi_task_id, chunk_no from chunk_file_group where is_db_release),
    pairs as (
        select distinct passed.jedi_task_id, passed.chunk_no, passed.queue_name
        from asking
        inner join passed using (jedi_task_id, chunk_no)
    ),
    cached as (
        select distinct pairs.jedi_task_id, pairs.chunk_no, queue_endpoint_use.ddm_endpoint_name
        from pairs
        inner join unified_queue using (queue_name)
        inner join queue_endpoint_use using (queue_name)
        where unified_queue.is_cvmfs and queue_endpoint_use.is_input
    )

select distinct pairs.jedi_task_id, pairs.chunk_no, pairs.queue_name
from pairs
inner join queue_endpoint_use using (queue_name)
inner join cached using (jedi_task_id, chunk_no, ddm_endpoint_name)
where queue_endpoint_use.is_input
union
select pairs.jedi_task_id, pairs.chunk_no, pairs.queue_name
from pairs
inner join unified_queue using (queue_name)
where unified_queue.is_cvmfs

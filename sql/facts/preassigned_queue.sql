-- title: the queues that each pre-assignment stands for
-- grain: preassignment_no, pseudo_queue
-- source: C048, C049, C050
-- differs: a unified queue is replaced by its pseudo queues on the page; the running
-- system keeps it beside them
-- note: before a merge also online queues that read where the original queue writes; in
-- the running system pseudo queues of the original one are among them or left out
with
    related as (
        select asked_queue.preassignment_no, pseudo_queue.pseudo_queue
        from asked_queue
        cross join cfg
        inner join
            pseudo_queue
            on asked_queue.name = pseudo_queue.pseudo_queue
            or (
                asked_queue.name = pseudo_queue.queue_name
                and not (asked_queue.is_premerge and cfg.preassigned_parent_stays)
            )
        union
        select asked_queue.preassignment_no, pseudo_queue.pseudo_queue
        from asked_queue
        inner join pseudo_queue as asked on asked_queue.name = asked.pseudo_queue
        inner join unified_queue as original on asked.queue_name = original.queue_name
        inner join shared_storage on asked.queue_name = shared_storage.writer_name
        inner join unified_queue as other on shared_storage.reader_name = other.queue_name
        inner join pseudo_queue on other.queue_name = pseudo_queue.queue_name
        where
            asked_queue.is_premerge
            and not original.is_dropped
            and other.status = 'online'
            and other.runs_production
            and (other.runs_analysis or not original.runs_analysis)
    )

select related.preassignment_no, related.pseudo_queue
from related
inner join pseudo_queue using (pseudo_queue)
inner join unified_queue using (queue_name)
cross join cfg
where
    not unified_queue.is_dropped
    and (cfg.preassigned_parent_stays or not pseudo_queue.is_unified_parent)

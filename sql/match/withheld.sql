-- title: task queues that a request does not get a job of, because a delay still lasts
-- at every site of it that they accept
-- grain: seq, tq_id
-- bounds: with a whole token the value is not refused
-- nulls: a request for one job obeys no delay
-- note: after a match the value is refused at the site
with
    hits as (
        select distinct block_token.seq, block.class_id, block_token.site, task_queue_value.tq_id
        from block_token
        inner join block using (seq)
        inner join task_queue_value using (attribute, value)
        where block_token.n_left < 1 and block.job_id is null
    )

select hits.seq, hits.tq_id
from hits
inner join choice using (class_id, tq_id)
inner join request on hits.class_id = request.seq
inner join task_queue using (tq_id)
group by hits.seq, hits.tq_id, request.sites, task_queue.sites, task_queue.banned_sites
having
    is_wholly_limited(
        list(hits.site), accepted_sites(request.sites, task_queue.sites, task_queue.banned_sites)
    )

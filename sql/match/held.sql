-- title: which task queue each request gets a job of, and in which turn
-- grain: seq
-- note: every request asks its first task queue; one that has no job for it, because
-- earlier requests take them all, sends it on to its next
-- note: a request sees what earlier ones have taken
with recursive
    queue_left as (
        select tq_id, sum(n_jobs)::bigint as n_jobs
        from open_class
        where tq_id in (select head.tq_id from head)
        group by tq_id
    ),

    hold(seq, preference)
using
    key(seq) as (
        select seq, preference
        from head
        where preference = 1
        union
        select seq, preference + 1
        from
            (
                select
                    hold.seq,
                    hold.preference,
                    queue_left.n_jobs,
                    row_number() over (partition by head.tq_id order by hold.seq) as turn
                from recurring.hold
                inner join head using (seq, preference)
                inner join queue_left on head.tq_id = queue_left.tq_id
            ) as asked
        where turn > n_jobs
    )

select
    block.seq,
    head.tq_id,
    hold.preference,
    queue_left.n_jobs as n_jobs_before,
    row_number() over (partition by head.tq_id order by block.seq) as turn
from block
left join hold using (seq)
left join head on hold.seq = head.seq and hold.preference = head.preference
left join queue_left on head.tq_id = queue_left.tq_id

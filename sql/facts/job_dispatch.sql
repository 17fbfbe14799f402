-- title: the order in which the activated jobs of each queue are handed to pilots
-- grain: panda_id
-- source: C003
-- nulls: without a recorded share that of the tree; a share outside it comes last
-- note: by share, then priority, then age; a few requests (SLOPPY_DISPATCH_RATIO) go by
-- panda_id alone
with
    waiting as (
        select
            job.panda_id,
            job.queue_name,
            coalesce(job.gshare, job_share.gshare) as gshare,
            job.current_priority
        from job
        inner join job_share using (panda_id)
        where job.job_status = 'activated'
    )

select
    waiting.panda_id,
    waiting.queue_name,
    waiting.gshare,
    waiting.current_priority,
    row_number() over (
        partition by waiting.queue_name
        order by
            waiting.gshare = 'Test' desc nulls last,
            share_order.position_no nulls last,
            waiting.current_priority desc nulls last,
            waiting.panda_id
    ) as position_no
from waiting
left join share_order on waiting.gshare = share_order.name

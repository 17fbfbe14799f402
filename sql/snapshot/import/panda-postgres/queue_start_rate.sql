-- with: live_job
-- Jobs that have left the two tables do not count, nor do they for the broker.
select
    computingsite as queue_name,
    :now::timestamp - interval '6 hours' as window_start,
    :now::timestamp - interval '5 minutes' as window_end,
    count(*) as n_started,
    sum(coalesce(actualcorecount, corecount, 1))::bigint as n_slots
from live_job
where
    vo =:vo::text
    and starttime >=:now::timestamp - interval '6 hours'
    and starttime <:now::timestamp - interval '5 minutes'
    and jobstatus in ('running', 'holding', 'transferring', 'finished', 'cancelled')
group by computingsite

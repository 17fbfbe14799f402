-- Untested: written after import/panda-postgres, for Oracle.
-- with: live_job
-- Jobs that have left the two tables do not count, nor do they for the broker.
select
    computingsite as queue_name,
    :now - interval '6' hour as window_start,
    :now - interval '5' minute as window_end,
    count(*) as n_started,
    sum(coalesce(actualcorecount, corecount, 1)) as n_slots
from live_job
where
    vo =:vo
    and starttime >=:now - interval '6' hour
    and starttime <:now - interval '5' minute
    and jobstatus in ('running', 'holding', 'transferring', 'finished', 'cancelled')
group by computingsite

-- title: the request before which the priorities were calculated that one finds
-- grain: one row
-- nulls: NULL where they are those that the cycle began with
-- note: recalculated at the points of sql/match/next_block.sql
with
    emptied as (
        select match.tq_id, max(match.seq) as seq
        from match
        inner join task_queue using (tq_id)
        where match.seq < $1
        group by match.tq_id, task_queue.n_jobs
        having count(*) = task_queue.n_jobs
    )

select
    case
        when recalc = 'on_tq_change'
        then (select max(emptied.seq) + 1 from emptied)
        when $1 > last_alike(recalc, recalc_every, 0)
        then if(recalc = 'each_match', $1, round_of($1, recalc_every) * recalc_every)
    end as seq
from cfg

-- title: jobs by what becomes of them; a job counts once, by its strongest action
-- grain: one row
select
    (select count(*) from unit) as n_jobs,
    (
        select count(distinct exempt.panda_id) from exempt inner join unit using (panda_id)
    ) as n_exempt,
    (
        select count(distinct upcoming.panda_id) from upcoming where not upcoming.is_hit_already
    ) as n_upcoming,
    count(*) filter (where action = 'fail') as n_fail,
    count(*) filter (where action = 'kill') as n_kill,
    count(*) filter (where action = 'reassign') as n_reassign
from action
where is_strongest

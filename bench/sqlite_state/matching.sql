-- title: the task queues that match a pilot, the one that it draws first
-- note: of the highest CPU time, the least of random numbers over priorities
select tq_id
from tq_queues
where
    setup = :setup
    and cpu_time <= :cpu_time
    and (not has_sites or tq_id in (select tq_id from tq_to_sites where value = :site))
    and tq_id not in (select tq_id from tq_to_banned_sites where value = :site)
    and (not has_grid_ces or tq_id in (select tq_id from tq_to_grid_ces where value = :grid_ce))
    and (
        not has_platforms or tq_id in (select tq_id from tq_to_platforms where value = :platform)
    )
    and tq_id not in (
        select tq_id from tq_to_tags where value not in (select value from json_each(:tags))
    )
order by cpu_time desc, abs(random()) / priority
limit :n_most

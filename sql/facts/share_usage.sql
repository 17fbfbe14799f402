-- title: what each global share uses of the grid, and what it is meant to use
-- grain: name
-- source: C003
-- nulls: without HS06 of jobs their cores times the core power of the queue
-- note: in HS06; a branch holds what its leaves hold; activated jobs are queued, sent
-- and running ones execute, others do not count; the target is a percentage of all that
-- executes in the tree
with
    loads as (
        select
            job_stats.gshare,
            fsum(
                coalesce(job_stats.hs06, job_stats.n_cores * queue.core_power)
                order by job_stats.hs06, job_stats.n_cores, queue.core_power
            ) filter (where job_stats.job_status = 'activated') as queued_hs06,
            fsum(
                coalesce(job_stats.hs06, job_stats.n_cores * queue.core_power)
                order by job_stats.hs06, job_stats.n_cores, queue.core_power
            ) filter (where job_stats.job_status in ('sent', 'running')) as executing_hs06
        from job_stats
        inner join snapshot using (vo)
        left join queue using (queue_name)
        group by job_stats.gshare
    ),
    parts as (
        select
            unnest(share_node.path) as name,
            coalesce(loads.queued_hs06, 0) as queued_hs06,
            coalesce(loads.executing_hs06, 0) as executing_hs06
        from share_node
        left join loads on share_node.name = loads.gshare
        where share_node.is_leaf
    ),
    sums as (
        select
            name,
            fsum(queued_hs06 order by queued_hs06) as queued_hs06,
            fsum(executing_hs06 order by executing_hs06) as executing_hs06
        from parts
        group by name
    )

select
    share_node.name,
    share_node.parent,
    share_node.is_leaf,
    share_node.tree_no,
    share_node.percent,
    sums.queued_hs06,
    sums.executing_hs06,
    fsum(sums.executing_hs06 order by sums.executing_hs06) filter (where share_node.is_leaf) over ()
    * share_node.percent
    / 100 as target_hs06
from share_node
inner join sums using (name)

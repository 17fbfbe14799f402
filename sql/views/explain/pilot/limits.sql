-- title: limits that a request finds reached, and the task queues that they touch
-- grain: site, ce, attribute, value
-- nulls: a request for one job obeys none
-- note: matches of the same cycle count
with used as (select site, attribute, value, count(*) as n_jobs from earlier_use group by all)

select
    '-limit' as criterion,
    limit_state.site,
    limit_state.ce,
    limit_state.attribute,
    limit_state.value,
    limit_state.n_running + coalesce(used.n_jobs, 0) as n_running,
    limit_state.max_jobs,
    count(*) as n_queues,
    sum(limitable.n_jobs)::bigint as n_jobs
from limit_state
inner join request on limit_state.vo = request.vo and request.seq = ?
inner join limitable using (site, attribute, value)
left join used using (site, attribute, value)
where
    request.job_id is null
    and limit_state.n_running + coalesce(used.n_jobs, 0) >= limit_state.max_jobs
    and list_contains(coalesce(request.grid_ces, []) || [''], limit_state.ce)
group by all
order by n_jobs desc, limit_state.site, limit_state.ce, limit_state.attribute, limit_state.value

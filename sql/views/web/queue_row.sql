-- title: what became of all tasks at each queue, and what stands in their way
-- grain: policy, unified_name
with
    counts as (
        select
            policy,
            unified_name,
            cloud,
            count(*) as n_tasks,
            count(*) filter (where outcome = 'chosen') as n_chosen,
            count(*) filter (where outcome = 'weighed') as n_weighed,
            count(*) filter (where outcome = 'rejected') as n_rejected,
            count(*) filter (where outcome = 'gated') as n_gated,
            count(only_blocker) as n_alone,
            mode(criterion order by criterion) filter (where outcome = 'rejected') as top_criterion
        from pair
        group by policy, unified_name, cloud
    )

select
    counts.policy,
    counts.unified_name,
    counts.cloud,
    place.site_name,
    place.status,
    place.type,
    counts.n_tasks,
    counts.n_chosen,
    counts.n_weighed,
    counts.n_rejected,
    counts.n_gated,
    counts.top_criterion,
    counts.n_alone
from counts
left join place on counts.unified_name = place.name

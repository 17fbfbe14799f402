-- title: pilots, what became of each, and how many task queues fit it
-- grain: policy, seq
with
    counts as (
        select
            policy,
            seq,
            count(*) as n_task_queues,
            count(*) filter (where outcome = 'fits') as n_fit,
            coalesce(sum(n_jobs) filter (where outcome = 'fits'), 0)::bigint as n_jobs_fit,
            mode(criterion order by criterion) as top_criterion
        from pilot_pair
        group by policy, seq
    ),
    asked as (
        select policy, seq
        from result
        where seq is not null
        union
        select policy, seq
        from counts
    )

select
    asked.policy,
    asked.seq,
    coalesce(result.pilot_id, dirac_pilot.pilot_id) as pilot_id,
    result.status,
    match.job_id,
    match.tq_id,
    array_to_string(dirac_pilot.site, ', ') as site,
    array_to_string(dirac_pilot.grid_ce, ', ') as grid_ce,
    dirac_pilot.setup,
    dirac_pilot.cpu_time,
    dirac_pilot.max_ram,
    dirac_pilot.number_of_processors,
    coalesce(counts.n_task_queues, 0) as n_task_queues,
    coalesce(counts.n_fit, 0) as n_fit,
    coalesce(counts.n_jobs_fit, 0) as n_jobs_fit,
    counts.top_criterion,
    result.reason
from asked
left join counts using (policy, seq)
left join result using (policy, seq)
left join match using (policy, seq)
left join dirac_pilot using (seq)

-- title: pilots, how many task queues fit each, and the jobs behind these
-- grain: policy, seq
with
    counts as (
        select
            pilot_pair.policy,
            pilot_pair.seq,
            count(*) as n_task_queues,
            count(*) filter (where pilot_pair.outcome = 'fits') as n_fit,
            coalesce(
                sum(pilot_pair.n_jobs) filter (where pilot_pair.outcome = 'fits'), 0
            )::bigint as n_jobs_fit,
            mode(pilot_pair.criterion order by pilot_pair.criterion) as top_criterion
        from pilot_pair
        group by pilot_pair.policy, pilot_pair.seq
    )

select
    counts.policy,
    counts.seq,
    dirac_pilot.pilot_id,
    array_to_string(dirac_pilot.site, ', ') as site,
    array_to_string(dirac_pilot.grid_ce, ', ') as grid_ce,
    dirac_pilot.setup,
    dirac_pilot.cpu_time,
    dirac_pilot.max_ram,
    dirac_pilot.number_of_processors,
    counts.n_task_queues,
    counts.n_fit,
    counts.n_jobs_fit,
    counts.top_criterion
from counts
left join dirac_pilot on counts.seq = dirac_pilot.seq

-- title: task queues before and after each check, and the jobs behind them
select
    getvariable('policy') as policy,
    funnel.seq,
    funnel.step::integer as step,
    funnel.label,
    funnel.criteria,
    funnel.n_before::integer as n_before,
    funnel.n_after::integer as n_after,
    funnel.n_jobs_after
from funnel
order by funnel.seq, funnel.step

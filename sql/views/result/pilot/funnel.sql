-- title: task queues before and after each check, and the jobs behind them
select
    getvariable('policy') as policy,
    seq,
    funnel.step::integer as step,
    label,
    criteria,
    n_before::integer as n_before,
    n_after::integer as n_after,
    n_jobs_after
from funnel
order by seq, funnel.step

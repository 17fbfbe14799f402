-- title: task queues before and after each check, with the reason told most often
with
    details as (
        select criterion.label, reported.detail, count(*) as n_queues
        from reported
        inner join criterion on reported.bit = criterion.bit
        where reported.seq = $1
        group by criterion.label, reported.detail
    )

select
    funnel.step,
    funnel.label,
    funnel.n_before,
    funnel.n_after,
    funnel.n_jobs_after,
    arg_max(details.detail, (details.n_queues, details.detail)) as detail
from funnel
left join details on funnel.label = details.label
where funnel.seq = $1
group by all
order by funnel.step

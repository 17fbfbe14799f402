-- title: task queues before and after each check, with the most frequent reason
with
    failing as (
        select criterion.label, reported.detail
        from reported
        inner join criterion using (bit)
        where reported.seq = $1
        union all
        select criterion.label, cap_hit.detail
        from cap_hit
        inner join survivor using (pair_no)
        inner join criterion using (step)
        where survivor.seq = $1
    ),
    details as (select label, detail, count(*) as n_queues from failing group by label, detail)

select
    funnel.step,
    funnel.label,
    funnel.n_before,
    funnel.n_after,
    funnel.n_jobs_after,
    arg_max(details.detail, (details.n_queues, details.detail)) as detail
from funnel
left join details using (label)
where funnel.seq = $1
group by all
order by funnel.step

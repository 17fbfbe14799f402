-- title: task queues before and after each check, and the jobs behind those that stay
-- grain: seq, step
-- note: result table funnel; step 0 states all task queues
with
    cuts as (
        select
            seq,
            line_no,
            label,
            string_agg(distinct criterion, ', ') as criteria,
            count(*) as n_cut,
            sum(n_jobs)::bigint as n_jobs_cut
        from departure
        group by seq, line_no, label
    ),
    everything as (
        select count(*) as n_queues, coalesce(sum(n_jobs), 0)::bigint as n_jobs from task_queue
    )

select
    request.seq,
    0 as step,
    'task queues' as label,
    null::varchar as criteria,
    everything.n_queues as n_before,
    everything.n_queues as n_after,
    everything.n_jobs as n_jobs_after
from request
cross join everything
union all
select
    cuts.seq,
    cuts.line_no as step,
    cuts.label,
    cuts.criteria,
    everything.n_queues - sum(cuts.n_cut) over so_far + cuts.n_cut as n_before,
    everything.n_queues - sum(cuts.n_cut) over so_far as n_after,
    everything.n_jobs - sum(cuts.n_jobs_cut) over so_far as n_jobs_after
from cuts
cross join everything
window so_far as (partition by cuts.seq order by cuts.line_no)

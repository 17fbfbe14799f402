-- title: task queues with jobs left, and what keeps each of them from a pilot
-- grain: tq_id
-- note: equal are those that the same criteria reject for the same reasons: the largest
-- of each kind has size_rank 1, and of those of the same criteria the first has
-- kind_rank 1
-- nulls: no criteria where no filter rejects it
with
    failing as (
        select
            tq_id,
            list({'bit':bit, 'asked':asked, 'offered':offered} order by bit) as criteria,
            list(detail order by bit) as details
        from verdict_reason
        where seq = ?
        group by tq_id
    ),
    queues as (select tq_id, sum(n_jobs)::bigint as n_jobs from job_class group by tq_id),
    ranked as (
        select
            queues.tq_id,
            queues.n_jobs,
            failing.criteria,
            list_transform(failing.criteria, lambda each:each.bit) as bits,
            row_number() over (
                partition by failing.details order by queues.n_jobs desc, queues.tq_id
            ) as size_rank
        from queues
        left join failing using (tq_id)
    )

select
    tq_id,
    n_jobs,
    criteria,
    size_rank,
    row_number() over (partition by bits, size_rank order by n_jobs desc, tq_id) as kind_rank
from ranked
order by len(criteria), kind_rank, n_jobs desc, tq_id

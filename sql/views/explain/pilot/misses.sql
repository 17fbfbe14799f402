-- title: task queues with jobs left, and what keeps each of them from a pilot
-- grain: tq_id
-- note: equal are those that the same criteria reject for the same reasons: the largest
-- of each kind has size_rank 1, and of those of the same criteria the first has
-- kind_rank 1
-- nulls: no criteria where no filter rejects it
with
    failing as (
        select
            verdict_reason.tq_id,
            list(
                {
                    'bit':verdict_reason.bit,
                    'asked':verdict_reason.asked,
                    'offered':verdict_reason.offered
                }
                order by verdict_reason.bit
            ) as criteria,
            list(verdict_reason.detail order by verdict_reason.bit) as details
        from verdict_reason
        where verdict_reason.seq = ?
        group by verdict_reason.tq_id
    ),

    queues as (
        select job_class.tq_id, sum(job_class.n_jobs)::bigint as n_jobs
        from job_class
        group by job_class.tq_id
    ),

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
        left join failing on queues.tq_id = failing.tq_id
    )

select
    ranked.tq_id,
    ranked.n_jobs,
    ranked.criteria,
    ranked.size_rank,
    row_number() over (
        partition by ranked.bits, ranked.size_rank
        order by ranked.n_jobs desc, ranked.tq_id
    ) as kind_rank
from ranked
order by len(ranked.criteria), kind_rank, ranked.n_jobs desc, ranked.tq_id

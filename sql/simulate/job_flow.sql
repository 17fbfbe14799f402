-- title: jobs of each chunk that came, got a queue, started and finished in a cycle
-- grain: snapshot_id, policy, jedi_task_id, chunk_no
-- note: and those that have no queue, wait and run at its end
-- nulls: jobs that were there before the first cycle have no task
with
    parts as (
        select jedi_task_id, chunk_no, n_jobs as n_arrived
        from arrived
        union all by name
        select jedi_task_id, chunk_no, n_jobs as n_placed
        from placed
        union all by name
        select jedi_task_id, chunk_no, n_jobs as n_unplaced
        from backlog
        union all by name
        select
            cohort.jedi_task_id,
            cohort.chunk_no,
            cohort.n_waiting,
            cohort.n_running,
            started.n_jobs as n_started,
            finished.n_jobs as n_finished
        from cohort
        left join started using (cohort_no)
        left join finished using (cohort_no)
    )

select
    clock.snapshot_id,
    clock.snapshot_time,
    getvariable('policy') as policy,
    parts.jedi_task_id,
    parts.chunk_no::integer as chunk_no,
    coalesce(sum(parts.n_arrived), 0)::bigint as n_arrived,
    coalesce(sum(parts.n_placed), 0)::bigint as n_placed,
    coalesce(sum(parts.n_started), 0)::bigint as n_started,
    coalesce(sum(parts.n_finished), 0)::bigint as n_finished,
    coalesce(sum(parts.n_unplaced), 0)::bigint as n_unplaced,
    coalesce(sum(parts.n_waiting), 0)::bigint as n_waiting,
    coalesce(sum(parts.n_running), 0)::bigint as n_running
from parts
cross join clock
group by all
order by all

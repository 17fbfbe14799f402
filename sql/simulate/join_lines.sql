-- title: placed jobs join the lines at their queues
-- note: input and its transfer are not simulated: they are activated at once
insert into cohort by name
with
    taken as (
        select
            jedi_task_id,
            chunk_no,
            arrived_no,
            unified_name,
            sum(n_jobs)::bigint as n_jobs
        from placed
        group by all
    ),
    last as (select coalesce(max(cohort_no), 0) as cohort_no from cohort)

select
    last.cohort_no
    + row_number() over (
        order by
            taken.jedi_task_id, taken.chunk_no, taken.arrived_no, taken.unified_name
    ) as cohort_no,
    taken.jedi_task_id,
    taken.chunk_no,
    taken.arrived_no,
    taken.unified_name as queue_name,
    snapshot.vo,
    task.prod_source_label,
    task.gshare,
    task.workqueue_id,
    task.resource_type,
    task.nucleus,
    'activated' as job_status,
    task.current_priority,
    stream.core_milli,
    task.disk_io::double as disk_io_avg,
    stream.core_milli / 1000 * queue.core_power as hs06,
    taken.n_jobs as n_waiting,
    0 as n_running
from taken
inner join task using (jedi_task_id)
inner join
    stream
    using (jedi_task_id, chunk_no)
inner join queue on taken.unified_name = queue.queue_name
cross join snapshot
cross join last
order by cohort_no

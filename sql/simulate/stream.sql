-- title: the stream of jobs that each chunk stands for, and how many come per cycle
-- grain: jedi_task_id, chunk_no
-- source: docs/simulate.md; with load 1 as many cores come as the queues can start
-- chunks share them as they share the jobs of the snapshot
-- nulls: cores that the task leaves open are those of the usual running job
with
    usual as (
        select
            sum(coalesce(job_stats.n_cores, job_stats.n_jobs))
            * 1000.0::double
            / nullif(sum(job_stats.n_jobs), 0) as core_milli
        from job_stats
        inner join snapshot using (vo)
        inner join decided_label using (prod_source_label)
        where job_stats.job_status = 'running'
    ),
    able as (
        select
            fsum(
                slot.n_milli * least(1, model.cycle_s / slot.runtime_s)
                order by slot.n_milli, slot.runtime_s
            )
            * any_value(model.load) as milli_per_cycle
        from slot
        cross join model
    ),
    listed as (
        select
            chunk_jobs.jedi_task_id,
            chunk_jobs.chunk_no,
            chunk_jobs.n_jobs,
            coalesce(
                nullif(if(input_chunk.is_merging, task.merge_core_count, task.core_count), 0)
                * 1000,
                round(usual.core_milli),
                1000
            )::bigint as core_milli
        from chunk_jobs
        inner join input_chunk using (jedi_task_id, chunk_no)
        inner join result using (jedi_task_id, chunk_no)
        inner join task using (jedi_task_id)
        cross join usual
    )

select
    listed.jedi_task_id,
    listed.chunk_no,
    listed.core_milli,
    coalesce(
        able.milli_per_cycle
        * listed.n_jobs
        / nullif(sum(listed.n_jobs * listed.core_milli) over (), 0),
        0
    ) as n_mean
from listed
cross join able

-- title: queues left by the checks, and whether they are overloaded
-- grain: pair_no
-- source: spec/analysis-and-software.md 1.4 row 21, 9.1: queued jobs per running one
-- source: against the whole grid; merge chunks are not checked
with

    loads as (
        select
            passed.pair_no,
            passed.unit_no,
            coalesce(work_queue_jobs.n_running, 0) as n_running,
            coalesce(
                work_queue_jobs.n_defined
                + work_queue_jobs.n_assigned
                + work_queue_jobs.n_activated
                + work_queue_jobs.n_starting,
                0
            ) as n_queued,
            coalesce(share_load.n_queued_per_running, 0) as grid_load,
            analysis_chunk.is_merging,
            passed.round = 2
            or analysis_chunk.n_datasets = 0
            or coalesce(local_queue.is_real, false) as is_real
        from passed
        left join
            set_rule_not_in_auto_list as unlisted on passed.pair_no = unlisted.pair_no
        left join set_rule_hospital as hospital on passed.pair_no = hospital.pair_no
        inner join analysis_task on passed.jedi_task_id = analysis_task.jedi_task_id
        inner join
            analysis_chunk
            on passed.jedi_task_id = analysis_chunk.jedi_task_id
            and passed.chunk_no = analysis_chunk.chunk_no
        left join share_load on analysis_task.gshare = share_load.gshare
        left join
            work_queue_jobs
            on analysis_task.gshare = work_queue_jobs.load_tag
            and passed.unified_name = work_queue_jobs.queue_name
        left join
            local_queue
            on passed.jedi_task_id = local_queue.jedi_task_id
            and passed.chunk_no = local_queue.chunk_no
            and passed.unified_name = local_queue.queue_name
        where unlisted.pair_no is null and hospital.pair_no is null
    ),

    judged as (
        select
            loads.*,
            not loads.is_merging
            and loads.n_queued > cfg.overload_min_queue
            and (
                loads.n_running = 0
                or loads.n_queued::double / loads.n_running
                > loads.grid_load * cfg.overload_ratio_offset
            ) as is_overloaded
        from loads
        cross join cfg
    )

select
    judged.*,
    bool_and(judged.is_overloaded) over (
        partition by judged.unit_no
    ) as is_everything_overloaded,
    judged.is_overloaded and judged.n_running = 0 as is_idle
from judged

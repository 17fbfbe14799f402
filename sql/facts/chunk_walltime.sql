-- title: work of the smallest job of the chunk, in HS06 s or, without HS06, in s
-- grain: jedi_task_id, chunk_no
-- source: C098, C099, C100, C112, C312, C313, C314
-- differs: a unit without a value defines a walltime in the running system
-- nulls: an empty unit is none
-- note: cpu_efficiency and base_walltime NULL are 100 and 0
-- note: unknown work counts as 0 there
with
    units as (
        select
            task.jedi_task_id,
            coalesce(
                regexp_matches(task.cpu_time_unit, '^m?HS06sPerEvent(Fixed)?$'), false
            ) as is_hs06,
            task.cpu_time / if(task.cpu_time_unit like 'm%', 1000, 1) as cpu_time,
            if(
                cfg.walltime_undefined = 'by_value',
                coalesce(if(is_hs06, task.cpu_time, task.walltime), 0) = 0,
                if(
                    coalesce(task.cpu_time_unit, '') <> '',
                    not is_hs06 or coalesce(task.cpu_time, 0) = 0,
                    coalesce(task.walltime, 0) = 0 and coalesce(task.walltime_unit, '') = ''
                )
            ) as is_undefined
        from task
        cross join cfg
    )

select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    units.is_hs06,
    if(units.is_hs06, 'HS06·s', 's') as unit,
    units.is_undefined or (chunk.is_merging and cfg.walltime24_merge) as may_need_a_day,
    if(units.is_hs06, coalesce(task.base_walltime, 0), 0) as base_s,
    coalesce(task.cpu_efficiency, 100) as cpu_efficiency,
    coalesce(
        case
            when units.is_hs06
            then units.cpu_time * input_chunk.atom_n_events
            else task.walltime * input_chunk.atom_effective_mb
        end / if(
            chunk.is_es_pure and chunk.work <> 'analysis',
            task_rule.n_es_consumers
            * coalesce(task_rule.max_attempt_es + 1, cfg.es_default_attempts),
            1
        ),
        case when chunk.work = 'analysis' then 0 end
    ) as need,
    cfg.walltime_scope = 'all' or (coalesce(need, 0) > 0 and not chunk.is_merging) as is_limited,
    chunk.work = 'analysis' and cfg.walltime_scope = 'all' as may_need_nothing,
    units.cpu_time * task_rule.dynamic_events as need_min,
    coalesce(units.is_hs06 and need_min > 0 and chunk.work <> 'analysis', false) as is_dynamic,
    units.cpu_time
    * least(input_chunk.max_consecutive_events, nullif(task_rule.max_events_per_job, 0)) as need_max
from input_chunk
inner join task using (jedi_task_id)
inner join task_rule using (jedi_task_id)
inner join units using (jedi_task_id)
inner join chunk using (jedi_task_id, chunk_no)
cross join cfg

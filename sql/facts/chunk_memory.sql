-- title: memory that a job of the chunk asks for, before it meets a queue
-- grain: jedi_task_id, chunk_no
-- source: C076
-- nulls: ram_mb is NULL where nothing is asked for
-- differs: a base alone asks for memory on the page
with
    counted as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            case
                when input_chunk.is_merging and task.merge_ram_count > 0
                then greatest(task.merge_ram_count, input_chunk.ram_count, cfg.merge_ram_floor_mb)
                when not coalesce(input_chunk.is_merging, false) and task.ram_count <> 0
                then greatest(task.ram_count, input_chunk.ram_count)
                else input_chunk.ram_count
            end as ram_mb,
            coalesce(task.base_ram_count, 0) as base_mb,
            coalesce(task.ram_unit in ('MBPerCore', 'MBPerCoreFixed'), false)
            and not coalesce(input_chunk.is_merging, false) as is_by_core
        from input_chunk
        inner join task using (jedi_task_id)
        cross join cfg
    )

select
    counted.jedi_task_id,
    counted.chunk_no,
    case
        when counted.ram_mb <> 0 or (cfg.ram_base_only and counted.base_mb <> 0)
        then coalesce(counted.ram_mb, 0)
    end as ram_mb,
    case
        when
            cfg.ram_formula in ('per_core', 'with_base')
            or (cfg.ram_formula = 'by_unit' and counted.is_by_core)
        then counted.base_mb
        else 0
    end as base_mb,
    cfg.ram_formula = 'per_core' or counted.is_by_core as is_per_core
from counted
cross join cfg

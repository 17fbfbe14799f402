-- title: memory that a job of the chunk asks for, before it meets a queue
-- grain: jedi_task_id, chunk_no
-- source: spec/production.md 4.1, RAM; NULL and 0 mean that the task asks for nothing
select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    case
        when input_chunk.is_merging and task.merge_ram_count > 0
        then
            greatest(
                task.merge_ram_count, input_chunk.ram_count, cfg.merge_ram_floor_mb
            )
        when not coalesce(input_chunk.is_merging, false) and task.ram_count <> 0
        then greatest(task.ram_count, input_chunk.ram_count)
        else input_chunk.ram_count
    end as ram_mb,
    case
        when cfg.ram_formula in ('per_core', 'with_base')
        then coalesce(task.base_ram_count, 0)
        when
            cfg.ram_formula = 'by_unit'
            and task.ram_unit in ('MBPerCore', 'MBPerCoreFixed')
            and not coalesce(input_chunk.is_merging, false)
        then coalesce(task.base_ram_count, 0)
        else 0
    end as base_mb,
    cfg.ram_formula = 'per_core'
    or (
        coalesce(task.ram_unit in ('MBPerCore', 'MBPerCoreFixed'), false)
        and not coalesce(input_chunk.is_merging, false)
    ) as is_per_core
from input_chunk
inner join task on input_chunk.jedi_task_id = task.jedi_task_id
cross join cfg

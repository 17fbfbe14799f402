-- title: scratch disk that the smallest job of the chunk needs
-- grain: jedi_task_id, chunk_no
-- source: C306, C307, C308, C309
-- differs: the running system adds work_margin_mb to the work space, and gives jobs of
-- several cores all of the disk; jobs need nGBPerJob at least there, and merges copy
-- and write their input
-- note: outDiskCount is per MB of input, also where its unit is one per event
with
    parts as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            coalesce(input_chunk.is_merging, false) and cfg.disk_floor as is_input_twice,
            coalesce(input_chunk.atom_size_bytes, 0)::double as input_bytes,
            case when cfg.disk_floor then analysis_task.n_gb_per_job end as n_gb,
            cfg.maxwdir_divide = 'always' or coalesce(task.core_count, 0) <= 1 as is_shared,
            bytes_of(task.out_disk_count, task.out_disk_unit) as output_bytes_per_mb,
            case
                when task.work_disk_count is null
                then 0
                else
                    bytes_of(task.work_disk_count, task.work_disk_unit)
                    + cfg.work_margin_mb * 1048576::double
            end as work_bytes,
            output_bytes_per_mb * coalesce(input_chunk.atom_effective_mb, 0)
            + work_bytes as direct_bytes
        from input_chunk
        inner join task using (jedi_task_id)
        inner join analysis_task using (jedi_task_id)
        cross join cfg
    )

select
    parts.jedi_task_id,
    parts.chunk_no,
    case
        when parts.is_input_twice
        then whole_mb(parts.input_bytes + parts.input_bytes)
        else greatest(whole_mb(parts.direct_bytes + parts.input_bytes), parts.n_gb * 1024)
    end as copy_mb,
    greatest(
        whole_mb(parts.direct_bytes),
        case
            when not task_rule.uses_local_io
            then
                (parts.output_bytes_per_mb * parts.n_gb * 1024 + parts.work_bytes) / 1048576::double
        end
    ) as direct_mb,
    parts.is_shared,
    parts.is_input_twice as is_copied,
    task_rule.allow_input_lan is not null and not task_rule.uses_local_io as may_read_directly
from parts
inner join task_rule using (jedi_task_id)

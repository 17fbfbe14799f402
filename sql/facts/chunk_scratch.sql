-- title: scratch disk that the smallest job of the chunk needs
-- grain: jedi_task_id, chunk_no
-- source: C081, C082, C083, C084, C085
-- differs: work space is max(300 MB, work) on the page; the running system adds 300 MB
-- to it and nothing where it is unset; there jobs of several cores and event service
-- have all of the disk
-- note: the atoms are columns of input_chunk; is_shared = the jobs of a queue share its
-- disk, each has that of one core
with
    parts as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            coalesce(input_chunk.is_merging, false) as is_copied,
            coalesce(input_chunk.atom_size_bytes, 0)::double as input_bytes,
            greatest(
                bytes_of(task.out_disk_count, task.out_disk_unit) * case
                    when task.out_disk_unit like '%PerEvent%'
                    then coalesce(input_chunk.atom_n_events, 0)
                    else coalesce(input_chunk.atom_effective_mb, 0)
                end,
                cfg.out_floor_mb * 1048576::double
            ) as output_bytes,
            case
                when cfg.work_margin_mode = 'floor'
                then
                    greatest(
                        cfg.work_margin_mb * 1048576::double,
                        bytes_of(task.work_disk_count, task.work_disk_unit)
                    )
                when task.work_disk_count is null
                then 0
                else
                    bytes_of(task.work_disk_count, task.work_disk_unit)
                    + cfg.work_margin_mb * 1048576::double
            end as work_bytes
        from input_chunk
        inner join task using (jedi_task_id)
        cross join cfg
    )

select
    parts.jedi_task_id,
    parts.chunk_no,
    whole_mb(parts.output_bytes + parts.work_bytes + parts.input_bytes) as copy_mb,
    whole_mb(parts.output_bytes + parts.work_bytes) as direct_mb,
    parts.is_copied,
    cfg.maxwdir_divide = 'always'
    or (
        coalesce(task.core_count, 0) <= 1 and not coalesce(task.event_service in (1, 2), false)
    ) as is_shared,
    task_rule.allow_input_lan is not null and not task_rule.uses_local_io as may_read_directly,
    task_rule.allow_input_lan
from parts
inner join task using (jedi_task_id)
inner join task_rule using (jedi_task_id)
cross join cfg

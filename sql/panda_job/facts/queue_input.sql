-- title: how much of the input of a chunk is at a queue, whole or file by file
-- grain: unit_no, queue_name
-- source: spec/production.md 5.2; queue_name is the unified name
with

    files as (
        select distinct
            numbered_unit.unit_no,
            chunk_file_group.group_no,
            chunk_file_group.n_bytes,
            chunk_file_group.n_files
        from numbered_unit
        inner join
            chunk_file_group
            on numbered_unit.jedi_task_id = chunk_file_group.jedi_task_id
            and numbered_unit.chunk_no = chunk_file_group.chunk_no
    ),

    found as (
        select
            pair_group.group_no,
            pair_group.queue_name,
            case when pair_group.is_on_disk then 1 else 0 end as on_disk,
            1 as anywhere,
            0 as disk_bytes,
            0 as n_disk_files,
            0 as any_bytes,
            0 as n_any_files
        from pair_group
        union all
        select
            pair_lookup.group_no,
            pair_lookup.queue_name,
            0 as on_disk,
            0 as anywhere,
            pair_lookup.disk_bytes,
            pair_lookup.n_disk_files,
            case when pair_group.is_on_tape then 0 else pair_lookup.any_bytes end,
            case when pair_group.is_on_tape then 0 else pair_lookup.n_any_files end
        from pair_lookup
        left join
            pair_group
            on pair_lookup.group_no = pair_group.group_no
            and pair_lookup.queue_name = pair_group.queue_name
    )

select
    files.unit_no,
    found.queue_name,
    sum(found.on_disk * files.n_bytes + found.disk_bytes)::bigint as disk_bytes,
    sum(found.on_disk * files.n_files + found.n_disk_files)::bigint as n_disk_files,
    sum(found.anywhere * files.n_bytes + found.any_bytes)::bigint as any_bytes,
    sum(found.anywhere * files.n_files + found.n_any_files)::bigint as n_any_files
from files
inner join found on files.group_no = found.group_no
group by files.unit_no, found.queue_name

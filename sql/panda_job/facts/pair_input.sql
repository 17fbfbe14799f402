-- title: how much of its input a chunk finds at a queue, and how much it would move
-- grain: pair_no
-- note: no row for a chunk without input
with
    sized as (
        select distinct unit_group.unit_no, chunk_size.total_bytes, chunk_size.n_files
        from unit_group
        inner join numbered_unit using (unit_no)
        inner join
            chunk_size
            on numbered_unit.jedi_task_id = chunk_size.jedi_task_id
            and numbered_unit.chunk_no = chunk_size.chunk_no
    ),

    found as (
        select
            passed.pair_no,
            passed.unit_no,
            sized.total_bytes,
            coalesce(dataset_input.disk_bytes, 0)
            + coalesce(further_input.disk_bytes, 0) as disk_bytes,
            coalesce(dataset_input.any_bytes, 0)
            + coalesce(further_input.any_bytes, 0) as any_bytes,
            sized.n_files
            - coalesce(dataset_input.n_disk_files, 0)
            - coalesce(further_input.n_disk_files, 0) as n_not_on_disk,
            sized.n_files
            - coalesce(dataset_input.n_any_files, 0)
            - coalesce(further_input.n_any_files, 0) as n_nowhere
        from passed
        inner join sized using (unit_no)
        left join
            dataset_input
            on passed.unit_no = dataset_input.unit_no
            and passed.unified_name = dataset_input.queue_name
        left join
            further_input
            on passed.unit_no = further_input.unit_no
            and passed.unified_name = further_input.queue_name
    )

select
    found.pair_no,
    found.unit_no,
    found.total_bytes,
    found.disk_bytes,
    whole_mb(found.total_bytes - found.disk_bytes)::bigint as mb_not_on_disk,
    whole_mb(found.total_bytes - found.any_bytes)::bigint as mb_nowhere,
    found.n_not_on_disk,
    found.n_nowhere
from found

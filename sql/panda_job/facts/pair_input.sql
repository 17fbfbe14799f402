-- title: how much of its input a chunk finds at a queue, and how much it would move
-- grain: pair_no
-- source: spec/production.md 5.2; no row for a chunk without input
with
    sized as (
        select distinct
            numbered_unit.unit_no, chunk_size.total_bytes, chunk_size.n_files
        from numbered_unit
        inner join
            chunk_size
            on numbered_unit.jedi_task_id = chunk_size.jedi_task_id
            and numbered_unit.chunk_no = chunk_size.chunk_no
        inner join
            chunk_file_group
            on numbered_unit.jedi_task_id = chunk_file_group.jedi_task_id
            and numbered_unit.chunk_no = chunk_file_group.chunk_no
    )

select
    passed.pair_no,
    passed.unit_no,
    sized.total_bytes,
    coalesce(queue_input.disk_bytes, 0) as disk_bytes,
    whole_mb(sized.total_bytes - coalesce(queue_input.disk_bytes, 0))::bigint
    as mb_not_on_disk,
    whole_mb(sized.total_bytes - coalesce(queue_input.any_bytes, 0))::bigint
    as mb_nowhere,
    sized.n_files - coalesce(queue_input.n_disk_files, 0) as n_not_on_disk,
    sized.n_files - coalesce(queue_input.n_any_files, 0) as n_nowhere
from passed
inner join sized on passed.unit_no = sized.unit_no
left join
    queue_input
    on passed.unit_no = queue_input.unit_no
    and passed.unified_name = queue_input.queue_name

-- title: how much of its input a chunk finds at a queue, and how much it would move
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- note: no row for a chunk without input
with
    sized as (
        select distinct
            unit_group.jedi_task_id, unit_group.chunk_no, chunk_size.total_bytes, chunk_size.n_files
        from unit_group
        inner join chunk_size using (jedi_task_id, chunk_no)
    ),
    found as (
        select
            passed.jedi_task_id,
            passed.chunk_no,
            passed.pseudo_queue,
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
        inner join sized using (jedi_task_id, chunk_no)
        left join dataset_input using (jedi_task_id, chunk_no, queue_name)
        left join further_input using (jedi_task_id, chunk_no, queue_name)
    )

select
    jedi_task_id,
    chunk_no,
    pseudo_queue,
    total_bytes,
    disk_bytes,
    whole_mb(total_bytes - disk_bytes)::bigint as mb_not_on_disk,
    whole_mb(total_bytes - any_bytes)::bigint as mb_nowhere,
    n_not_on_disk,
    n_nowhere
from found

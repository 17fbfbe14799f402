-- title: how much of its input a chunk finds at a queue, and how much it would move
-- grain: jedi_task_id, chunk_no, queue_name
-- source: spec/production.md 5.2; queue_name is the unified name
with

    sums as (
        select
            pair_group.jedi_task_id,
            pair_group.chunk_no,
            pair_group.queue_name,
            sum(
                case
                    when pair_group.is_on_disk
                    then pair_group.n_bytes
                    else coalesce(pair_lookup.disk_bytes, 0)
                end
            )::bigint as disk_bytes,
            sum(
                case
                    when pair_group.is_on_disk
                    then pair_group.n_files
                    else coalesce(pair_lookup.n_disk_files, 0)
                end
            )::bigint as n_disk_files,
            sum(
                case
                    when pair_group.is_on_disk or pair_group.is_on_tape
                    then pair_group.n_bytes
                    else coalesce(pair_lookup.any_bytes, 0)
                end
            )::bigint as any_bytes,
            sum(
                case
                    when pair_group.is_on_disk or pair_group.is_on_tape
                    then pair_group.n_files
                    else coalesce(pair_lookup.n_any_files, 0)
                end
            )::bigint as n_any_files
        from pair_group
        left join
            pair_lookup
            on pair_group.group_no = pair_lookup.group_no
            and pair_group.queue_name = pair_lookup.queue_name
        group by pair_group.jedi_task_id, pair_group.chunk_no, pair_group.queue_name
    )

select
    sums.*,
    chunk_size.total_bytes,
    chunk_size.n_files,
    whole_mb(chunk_size.total_bytes - sums.disk_bytes)::bigint as mb_not_on_disk,
    whole_mb(chunk_size.total_bytes - sums.any_bytes)::bigint as mb_nowhere,
    chunk_size.n_files - sums.n_disk_files as n_not_on_disk,
    chunk_size.n_files - sums.n_any_files as n_nowhere
from sums
inner join
    chunk_size
    on sums.jedi_task_id = chunk_size.jedi_task_id
    and sums.chunk_no = chunk_size.chunk_no

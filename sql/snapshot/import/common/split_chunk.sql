-- Chunks whose sizes are unknown, with what splitting them needs: the datasets, the
-- master first, each with its files in their order.
with
    files as (
        select
            task_file.jedi_task_id,
            task_file.chunk_no,
            task_dataset.dataset_id,
            task_dataset.master_id is not null as is_secondary,
            coalesce(task_dataset.attributes, '') as attributes,
            list(
                {
                    lfn:coalesce(task_file.lfn, ''),
                    fsize:coalesce(task_file.fsize, 0),
                    n_events:task_file.n_events,
                    start_event:task_file.start_event,
                    end_event:task_file.end_event,
                    boundary_id:task_file.boundary_id,
                    lumi_block_nr:task_file.lumi_block_nr
                }
                order by task_file.file_order, task_file.file_id
            ) as files
        from task_file
        inner join task_dataset using (jedi_task_id, dataset_id)
        group by all
    )

select
    input_chunk.jedi_task_id,
    input_chunk.chunk_no,
    coalesce(any_value(task.split_rule), '') as split_rule,
    coalesce(any_value(input_chunk.is_merging), false) as is_merging,
    coalesce(any_value(input_chunk.use_scout), false) as use_scout,
    coalesce(any_value(task.out_disk_count), 0) as out_disk_count,
    coalesce(any_value(task.out_disk_unit), '') as out_disk_unit,
    coalesce(any_value(task.work_disk_count), 0) as work_disk_count,
    coalesce(any_value(task.work_disk_unit), '') as work_disk_unit,
    list(
        {attributes:files.attributes, files:files.files}
        order by files.is_secondary, files.dataset_id
    ) as datasets
from input_chunk
inner join task on input_chunk.jedi_task_id = task.jedi_task_id
inner join
    files on input_chunk.jedi_task_id = files.jedi_task_id and input_chunk.chunk_no = files.chunk_no
where input_chunk.atom_size_bytes is null
group by input_chunk.jedi_task_id, input_chunk.chunk_no

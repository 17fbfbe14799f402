-- title: files of a chunk that the same datasets list, and one of these datasets
-- grain: group_no, dataset_id
-- note: such files are available together wherever a dataset is whole
with
    sums as (
        select
            jedi_task_id,
            chunk_no,
            group_no,
            dataset_ids,
            sum(fsize)::bigint as n_bytes,
            count(*) as n_files
        from chunk_file
        group by all
    ),
    single as (select sums.*, unnest(dataset_ids) as dataset_id from sums)

select
    single.*,
    chunk_dataset.dataset_name,
    coalesce(
        regexp_matches(chunk_dataset.dataset_name, '^ddo.*v[0-9]{6}$'), false
    ) as is_db_release,
    coalesce(
        not chunk_dataset.is_many_time
        and chunk_dataset.dataset_id = chunk_master.dataset_id
        and not chunk.is_merging
        and (chunk.io_intensity <= cfg.io_intensity_cutoff or task_rule.is_input_pre_staging),
        false
    ) as is_looked_up
from single
inner join chunk_dataset using (jedi_task_id, chunk_no, dataset_id)
inner join chunk using (jedi_task_id, chunk_no)
left join chunk_master using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
cross join cfg

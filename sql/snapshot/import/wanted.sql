-- What must be asked of Rucio for the tasks of a snapshot: datasets and containers that
-- they read, accounts of analysis, endpoints. A container needs its contents too, and
-- files are worth asking for only where a replica is incomplete.
with
    inputs as (
        select distinct task_dataset.dataset_name as name, task.jedi_task_id
        from task_dataset
        inner join task using (jedi_task_id)
        inner join task_file using (jedi_task_id, dataset_id)
        where task_dataset.type in ('input', 'trn_output', 'trn_log')
        union
        select constituent_name as name, jedi_task_id
        from task_file
        where constituent_name is not null
        union
        select task_dataset.dataset_name as name, task_dataset.jedi_task_id
        from task_dataset
        inner join task using (jedi_task_id)
        where task.status = 'assigning' and task_dataset.type = 'input'
    ),
    incomplete as (
        select distinct dataset_name as name
        from dataset_replica
        where n_files_found < n_files_total
    ),
    wanted as (
        select 'dataset' as kind, name, min(jedi_task_id) as first_task, count(*) as n_tasks
        from inputs
        group by name
        union all
        select 'files' as kind, inputs.name, min(inputs.jedi_task_id), count(*)
        from inputs
        inner join incomplete using (name)
        group by inputs.name
        union all
        select
            'account' as kind,
            coalesce(nullif(working_group, ''), user_name) as name,
            min(jedi_task_id),
            count(*)
        from task
        where prod_source_label in ('user', 'panda')
        group by all
        union all
        select 'endpoint' as kind, ddm_endpoint_name as name, null, 0
        from endpoint
    )

select kind, name, first_task, n_tasks
from wanted
where name is not null
order by kind, name

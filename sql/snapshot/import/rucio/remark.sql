create or replace temp table remark as
select 0 as place, part as subject, 'no file of this name: the table is empty' as text
from
    (
        select unnest(['dids', 'dataset_replicas', 'account_usage', 'rse_usage']) as part
    ) as wanted
where part not in (select part from record)
union all
select
    1 as place,
    dataset_name as subject,
    'is an input of a task without a row in dids or dataset_replicas' as text
from (select distinct dataset_name from task_dataset inner join task_file using (dataset_id)) as wanted
where
    dataset_name not in (select dataset_name from dataset)
    and dataset_name not in (select dataset_name from dataset_replica)
union all
select 2 as place, 'rse_usage.' || rse as subject, 'is no endpoint of the snapshot' as text
from (select distinct rse from record where part = 'rse_usage' and problem is null) as named
where rse not in (select ddm_endpoint_name from endpoint)
;

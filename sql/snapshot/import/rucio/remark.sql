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
union all
select 3 as place, subject, format('{} is no {}, read as unknown', left(found, 40), reading) as text
from
    (
        with
            fields(part, field, reading) as (
                values
                    ('dids', 'length', 'number'),
                    ('dids', 'bytes', 'size'),
                    ('dids', 'is_distributed', 'flag'),
                    ('dataset_replicas', 'vp', 'flag'),
                    ('dataset_replicas', 'length', 'number'),
                    ('dataset_replicas', 'TOTAL', 'number'),
                    ('dataset_replicas', 'available_length', 'number'),
                    ('dataset_replicas', 'FOUND', 'number'),
                    ('dataset_replicas', 'bytes', 'size'),
                    ('dataset_replicas', 'available_bytes', 'size'),
                    ('account_usage', 'bytes', 'size'),
                    ('account_usage', 'USAGE', 'size'),
                    ('account_usage', 'bytes_limit', 'size'),
                    ('account_usage', 'LIMIT', 'size'),
                    ('rse_usage', 'used', 'size'),
                    ('rse_usage', 'free', 'size'),
                    ('rse_usage', 'updated_at', 'time')
            ),
            stated as (
                select part, concat_ws('.', part, account, rse, did_name) as subject, entry
                from record
                where part <> 'rse_usage' and problem is null
                union all
                select 'rse_usage', concat_ws('.', 'rse_usage', rse, source), numbers
                from usage_entry
            )

        select
            stated.subject || '.' || fields.field as subject,
            fields.reading,
            json_text(stated.entry, '$.' || fields.field) as found,
            case fields.reading
                when 'number'
                then json_integer(stated.entry, '$.' || fields.field) is not null
                when 'flag'
                then json_flag(stated.entry, '$.' || fields.field) is not null
                when 'time'
                then rucio_time(stated.entry, '$.' || fields.field) is not null
                else size_of(found) is not null or coalesce(isinf(try_cast(found as double)), false)
            end as is_readable
        from stated
        inner join fields using (part)
    ) as read_field
where found is not null and not is_readable
;

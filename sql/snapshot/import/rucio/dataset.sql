-- A dataset is distributed where no rule is on it, or where all rules group by NONE,
-- or by DATASET on a container.
truncate dataset
;

insert into dataset by name
with
    rules as (
        select
            dataset_name,
            count(*) as n_rules,
            bool_and(json_text(entry, '$.grouping') = 'NONE') as is_none,
            bool_and(
                json_text(entry, '$.grouping') in ('NONE', 'DATASET')
            ) as is_spread
        from named_record
        where part = 'rules'
        group by all
    ),
    known as (select count(*) > 0 as has_rules from rules),

    found as (
        select
            dataset_name,
            coalesce(
                json_text(entry, '$.type'),
                json_text(entry, '$.did_type'),
                json_text(entry, '$."[DID TYPE]"')
            ) as did_type,
            json_integer(entry, '$.length') as n_files,
            size_of(json_text(entry, '$.bytes')) as n_bytes,
            json_flag(entry, '$.is_distributed') as is_distributed
        from named_record
        where part = 'dids'
        qualify
            row_number() over (
                partition by dataset_name order by entry_no
            ) = 1
    )

select
    found.dataset_name,
    replace(found.did_type, 'DIDType.', '') as did_type,
    found.n_files,
    found.n_bytes,
    coalesce(
        found.is_distributed,
        case
            when rules.n_rules is null
            then case when known.has_rules then true end
            else
                rules.is_none
                or (rules.is_spread and upper(found.did_type) like '%CONTAINER%')
        end
    ) as is_distributed
from found
cross join known
left join rules on found.dataset_name = rules.dataset_name
;

truncate dataset_content
;

insert into dataset_content by name
with
    contained as (
        select
            dataset_name,
            scope,
            coalesce(
                json_text(entry, '$.parent'), json_text(entry, '$.CONTAINER')
            ) as container
        from named_record
        where part = 'contents'
    )

select distinct
    coalesce(known_did.dataset_name, contained.container) as container_name,
    contained.dataset_name
from contained
left join
    known_did on is_name_of(known_did.dataset_name, contained.container, contained.scope)
;

truncate dataset_replica
;

insert into dataset_replica by name
select
    dataset_name,
    rse as ddm_endpoint_name,
    coalesce(json_flag(entry, '$.vp'), false) as is_vp,
    coalesce(
        json_integer(entry, '$.length'), json_integer(entry, '$.TOTAL')
    ) as n_files_total,
    coalesce(
        json_integer(entry, '$.available_length'),
        json_integer(entry, '$.FOUND')
    ) as n_files_found,
    size_of(json_text(entry, '$.bytes')) as bytes_total,
    size_of(json_text(entry, '$.available_bytes')) as bytes_found
from named_record
where part = 'dataset_replicas'
qualify
    row_number() over (
        partition by dataset_name, ddm_endpoint_name, is_vp order by entry_no
    ) = 1
;

truncate file_replica
;

-- `rses` is a map, or a list, of endpoints.
insert into file_replica by name
with
    files as (
        select
            scope,
            string_split(did_name, ':')[-1] as lfn,
            rse,
            coalesce(
                case
                    when json_type(entry, '$.rses') = 'OBJECT'
                    then json_keys(entry, '$.rses')
                    when json_type(entry, '$.rses') = 'ARRAY'
                    then json_extract_string(entry, '$.rses[*]')
                end,
                [
                    coalesce(
                        rse,
                        string_split(json_text(entry, '$."RSE: REPLICA"'), ':')[1]
                    )
                ]
            ) as endpoints
        from record
        where part = 'file_replicas' and problem is null
    )

select distinct scope, lfn, unnest(endpoints) as ddm_endpoint_name
from files
;

delete from file_replica
where ddm_endpoint_name is null
;

truncate account_usage
;

insert into account_usage by name
select
    account,
    coalesce(
        json_text(entry, '$.quota_kind'),
        case
            when
                json_text(entry, '$.rse_expression') is not null
                or json_text(entry, '$."RSE EXPRESSION"') is not null
            then 'global'
            else 'local'
        end
    ) as quota_kind,
    coalesce(
        rse,
        json_text(entry, '$.rse_expression'),
        json_text(entry, '$."RSE EXPRESSION"')
    ) as rse,
    coalesce(
        size_of(json_text(entry, '$.bytes')), size_of(json_text(entry, '$.USAGE'))
    ) as bytes,
    -- -1 is no limit
    nullif(
        coalesce(
            size_of(json_text(entry, '$.bytes_limit')),
            size_of(json_text(entry, '$.LIMIT'))
        ),
        -1
    ) as bytes_limit
from record
where part = 'account_usage' and problem is null
;

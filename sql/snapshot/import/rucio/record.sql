-- What a file holds is said by how its name begins. Keys are those of Rucio's REST
-- answers, or the headers of what its command line prints.
create or replace temp table record as
with
    named as (
        select
            entry_no,
            file,
            regexp_extract(
                file,
                '(?:^|/)(dids|rules|contents|dataset_replicas|file_replicas|'
                || 'account_usage|rse_usage)[^/]*$',
                1
            ) as part,
            name as json_key,
            entry,
            coalesce(
                json_text(entry, '$.name'),
                json_text(entry, '$.DATASET'),
                json_text(entry, '$."SCOPE:NAME"'),
                json_text(entry, '$.NAME')
            ) as did_name,
            coalesce(json_text(entry, '$.scope'), json_text(entry, '$.SCOPE')) as scope,
            coalesce(
                json_text(entry, '$.rse'),
                json_text(entry, '$.RSE'),
                json_text(entry, '$.ddm_endpoint_name'),
                case when part = 'rse_usage' then json_key end
            ) as rse,
            coalesce(json_text(entry, '$.account'), json_text(entry, '$.ACCOUNT'))
            as account
        from entry
    )

select
    entry_no,
    part,
    entry,
    rse,
    account,
    scope,
    did_name,
    coalesce(
        did_name, account, rse, json_key, file || ', record ' || entry_no
    ) as name,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
        when part in ('dids', 'rules', 'contents', 'file_replicas') and did_name is null
        then 'has no name'
        when part = 'dataset_replicas' and did_name is null
        then 'does not name its dataset: add the key name, or DATASET: above the table'
        when part in ('dataset_replicas', 'rse_usage') and rse is null
        then 'has no rse'
        when part = 'account_usage' and account is null
        then 'does not name its account: add the key account, or ACCOUNT: above the table'
        when part = 'contents' and coalesce(
            json_text(entry, '$.parent'), json_text(entry, '$.CONTAINER')
        ) is null
        then 'does not name its container: add the key parent, or CONTAINER: above the table'
    end as problem
from named
where part <> ''
;

-- A name without its scope and the "/" at the end of a container.
create or replace temp macro bare_name(name) as (
    rtrim(string_split(name, ':')[-1], '/')
)
;

create or replace temp macro scope_in(name) as (
    nullif(regexp_extract(name, '^([^:]+):', 1), '')
)
;

-- Whether a name of the snapshot is that of a record, which may state its scope beside.
create or replace temp macro is_name_of(known_name, name, scope) as (
    bare_name(known_name) = bare_name(name)
    and coalesce(scope_in(known_name) = coalesce(scope_in(name), scope), true)
)
;

-- Names as tasks and their files write them, with or without scope and "/".
create or replace temp table known_did as
select dataset_name
from task_dataset
where dataset_name is not null
union
select constituent_name
from task_file
where constituent_name is not null
;

-- A record once for each name that the snapshot has for what it is about.
create or replace temp table named_record as
select record.*, coalesce(known_did.dataset_name, record.did_name) as dataset_name
from record
left join known_did on is_name_of(known_did.dataset_name, record.did_name, record.scope)
where record.problem is null
;

-- A number of bytes, which the command line may print with a unit; NULL for "inf".
create or replace temp macro size_of(value) as (
    try_cast(
        coalesce(
            try_cast(value as double),
            try_cast(regexp_extract(value, '^([0-9.]+) *[kKMGTPE]?i?B$', 1) as double)
            * pow(
                if(value like '%iB', 1024, 1000),
                strpos(
                    'kMGTPE', replace(regexp_extract(value, '([kKMGTPE])i?B$', 1), 'K', 'k')
                )
            )
        ) as bigint
    )
)
;

-- A time as the snapshot writes it, or as answers over HTTP do.
create or replace temp macro rucio_time(object, field) as (
    coalesce(
        json_time(object, field),
        try_strptime(json_text(object, field), '%a, %d %b %Y %H:%M:%S UTC')
    )
)
;

-- Usage of endpoints: an entry for each source of numbers.
create or replace temp table usage_entry as
select entry_no, rse, json_text(entry, '$.source') as source, entry as numbers
from record
where part = 'rse_usage' and problem is null and json_text(entry, '$.source') is not null
union all
select record.entry_no, record.rse, source.key as source, source.value as numbers
from record
cross join json_each(record.entry) as source
where
    record.part = 'rse_usage'
    and record.problem is null
    and json_text(record.entry, '$.source') is null
    and json_type(source.value) = 'OBJECT'
;

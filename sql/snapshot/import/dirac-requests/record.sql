-- A request as a pilot sends it, with DIRAC's names, or with those of dirac_pilot.
-- A key's name counts without signs and capitals: CPUTime, cpu_time, PilotReference.
create or replace temp macro request_key(name) as lower(replace(name, '_', ''))
;

create or replace temp table record as
select
    entry_no,
    coalesce(name, 'request ' || entry_no) as name,
    entry,
    case
        when json_type(entry) <> 'OBJECT'
        then format('is a JSON {} where an object is due', lower(json_type(entry)))
    end as problem
from entry
;

-- What is read, of which type: columns of dirac_pilot, some of which DIRAC names else.
create or replace temp table request_option as
with
    named(key, name) as (
        values
            ('pilotreference', 'pilot_id'),
            ('ownerdn', 'owner'),
            ('lhcbplatform', 'platform'),
            ('lhcbplatforms', 'platform'),
            ('processors', 'number_of_processors'),
            ('genericpilot', 'is_generic'),
            ('virtualorganization', 'vo'),
            ('time', 'arrival_time')
    ),
    columns as (
        select column_name as name, data_type
        from duckdb_columns()
        where table_name = 'dirac_pilot' and column_name <> 'seq'
    )

select request_key(name) as key, name, data_type
from columns
union all
select named.key, named.name, columns.data_type
from named
inner join columns on named.name = columns.name
;

create or replace temp table request_field as
select
    record.entry_no,
    record.name as request,
    request_key(field.key) as key,
    any_value(field.key) as given,
    any_value(field.value) as value
from record
cross join json_each(record.entry) as field
where record.problem is null and json_type(field.value) <> 'NULL'
group by all
;

-- The value of each field in every form that a column may take; NULL where it has none.
-- A list may be a text, "a, b" or "[a, b]".
create or replace temp table request_value as
with
    texts as (
        select *, nullif(trim(value ->> '$'), '') as text
        from request_field
    )

select
    texts.entry_no,
    texts.request,
    texts.given,
    request_option.name,
    request_option.data_type,
    texts.text,
    case
        when json_type(texts.value) = 'ARRAY'
        then json_extract_string(texts.value, '$[*]')
        else
            list_filter(
                list_transform(
                    string_split(regexp_replace(texts.text, '^\[(.*)\]$', '\1'), ','),
                    lambda word: trim(word, ' "''')
                ),
                lambda word: word <> ''
            )
    end as list,
    try_cast(trunc(try_cast(texts.text as double)) as bigint) as number,
    try_cast(texts.text as boolean) as flag,
    snapshot_text_to_timestamp(texts.text) as moment
from texts
left join request_option on texts.key = request_option.key
;

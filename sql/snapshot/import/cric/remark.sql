-- What is odd about the fields of a queue, one row per queue and field: values that
-- cannot be read and so are NULL, fractions cut off, numbers as text, fields that are
-- missing, sites among them, and fields that CRIC did not have when this was written.
create or replace temp table cric_remark as
with
    fields(field, reading) as (
        values
            ('corecount', 'number'),
            ('pledgedcpu', 'number'),
            ('corepower', 'number'),
            ('maxrss', 'number'),
            ('minrss', 'number'),
            ('maxtime', 'number'),
            ('mintime', 'number'),
            ('maxwdir', 'number'),
            ('maxinputsize', 'number'),
            ('transferringlimit', 'number'),
            ('maxdiskio', 'number'),
            ('direct_access_lan', 'flag'),
            ('direct_access_wan', 'flag'),
            ('is_cvmfs', 'flag'),
            ('params', 'object'),
            ('astorages', 'object'),
            ('status', 'text'),
            ('type', 'text'),
            ('capability', 'text'),
            ('workflow', 'text'),
            ('cloud', 'text'),
            ('releases', 'text'),
            ('fairsharepolicy', 'text'),
            ('catchall', 'text'),
            ('jobseed', 'text'),
            ('wnconnectivity', 'text'),
            ('resource_type', 'text')
    ),
    found_fields as (
        select
            cric_entry.queue_order,
            cric_entry.queue_name,
            fields.field,
            fields.reading,
            json_type(cric_entry.entry, '$.' || fields.field) as json_type,
            json_text(cric_entry.entry, '$.' || fields.field) as found,
            case
                when fields.reading = 'number'
                then json_number(cric_entry.entry, '$.' || fields.field)
            end as number,
            coalesce(fields.field <> 'corepower' and number <> trunc(number), false) as is_fraction,
            case
                fields.reading
                when 'number'
                then
                    json_number(cric_entry.entry, '$.' || fields.field) is not null
                    and (
                        fields.field = 'corepower'
                        or json_integer(cric_entry.entry, '$.' || fields.field) is not null
                    )
                when 'flag'
                then json_flag(cric_entry.entry, '$.' || fields.field) is not null
                when 'object'
                then json_object_of(cric_entry.entry, '$.' || fields.field) is not null
                else
                    json_type(cric_entry.entry, '$.' || fields.field) = 'VARCHAR'
                    or (
                        fields.field in ('releases', 'catchall')
                        and json_type(cric_entry.entry, '$.' || fields.field) = 'ARRAY'
                    )
            end as is_readable
        from cric_entry
        cross join fields
        where cric_entry.problem is null
    )

select
    queue_order,
    queue_name,
    field,
    case
        when json_type is null
        then 'is missing, read as unknown'
        when not is_readable and field = 'maxwdir'
        then format('{} is no number, maxinputsize + 2000 is taken', left(found, 40))
        when not is_readable and number is not null
        then format('{} is too large, read as unknown', left(found, 40))
        when not is_readable
        then format('{} is no {}, read as unknown', left(found, 40), reading)
        when is_fraction
        then format('{} is no whole number, read as {:d}', left(found, 40), trunc(number)::bigint)
        else format('{} is a text, read as the {}', left(found, 40), reading)
    end as text
from found_fields
where
    json_type is null
    or (found is not null and not is_readable)
    or is_fraction
    or (found is not null and json_type = 'VARCHAR' and reading in ('number', 'flag'))
union all by name
select
    queue_order,
    queue_name,
    'atlas_site' as field,
    'names no site, the queue has none' as text
from cric_entry
where problem is null and site_name is null
union all by name
select
    cric_entry.queue_order,
    cric_entry.queue_name,
    name.key as field,
    'is no field of CRIC that is known here, left out' as text
from cric_entry
cross join json_each(cric_entry.entry) as name
where
    cric_entry.problem is null
    and name.key not in (select field from fields)
    and name.key not in (select field from cric_field)
;

-- Values of a queue that are not of the kind they should be, and so become NULL.
create or replace temp table cric_unread as
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
            ('astorages', 'object')
    )

select
            cric_entry.queue_order,
            cric_entry.queue_name,
            fields.field,
            fields.reading,
            json_text(cric_entry.entry, '$.' || fields.field) as found,
            case
                fields.reading
                when 'number'
                then json_integer(cric_entry.entry, '$.' || fields.field) is not null
                when 'flag'
                then json_flag(cric_entry.entry, '$.' || fields.field) is not null
                else json_object_of(cric_entry.entry, '$.' || fields.field) is not null
            end as is_readable
        from cric_entry
        cross join fields
        where cric_entry.problem is null and found is not null and not is_readable
;

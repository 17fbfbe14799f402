-- One row per request, in the order of the files; its number is its place.
insert into dirac_pilot by name
with
    words as (
        select
            entry_no,
            key,
            nullif(trim(value ->> '$'), '') as text,
            case
                when json_type(value) = 'ARRAY'
                then json_extract_string(value, '$[*]')
                else
                    list_filter(
                        list_transform(
                            string_split(value ->> '$', ','), lambda word: trim(word)
                        ),
                        lambda word: word <> ''
                    )
            end as list
        from request_field
    )

select
    row_number() over (order by record.entry_no) as seq,
    any_value(text) filter (where key in ('pilotreference', 'pilotid')) as pilot_id,
    any_value(text) filter (where key = 'setup') as setup,
    try_cast(trunc(try_cast(any_value(text) filter (where key = 'cputime') as double)) as bigint) as cpu_time,
    any_value(list) filter (where key = 'site') as site,
    any_value(list) filter (where key = 'gridce') as grid_ce,
    any_value(list) filter (where key = 'platform') as platform,
    any_value(list) filter (where key = 'jobtype') as job_type,
    any_value(list) filter (where key = 'tag') as tag,
    any_value(list) filter (where key = 'requiredtag') as required_tag,
    any_value(text) filter (where key = 'pilottype') as pilot_type,
    any_value(text) filter (where key = 'gridmiddleware') as grid_middleware,
    any_value(text) filter (where key = 'submitpool') as submit_pool,
    any_value(text) filter (where key in ('owner', 'ownerdn')) as owner,
    any_value(list) filter (where key = 'ownergroup') as owner_group,
    any_value(list) filter (where key = 'bannedsite') as banned_site,
    any_value(list) filter (where key = 'bannedgridce') as banned_grid_ce,
    any_value(list) filter (where key = 'bannedplatform') as banned_platform,
    any_value(list) filter (where key = 'bannedjobtype') as banned_job_type,
    any_value(list) filter (where key = 'bannedtag') as banned_tag,
    try_cast(trunc(try_cast(any_value(text) filter (where key = 'maxram') as double)) as bigint) as max_ram,
    try_cast(trunc(try_cast(any_value(text) filter (where key in ('numberofprocessors', 'processors')) as double)) as bigint) as number_of_processors,
    try_cast(any_value(text) filter (where key = 'wholenode') as boolean) as whole_node,
    try_cast(trunc(try_cast(any_value(text) filter (where key = 'jobid') as double)) as bigint) as job_id,
    try_cast(any_value(text) filter (where key in ('isgeneric', 'genericpilot')) as boolean) as is_generic,
    any_value(text) filter (where key in ('vo', 'virtualorganization')) as vo,
    any_value(text) filter (where key = 'requestergroup') as requester_group,
    any_value(text) filter (where key = 'requesterowner') as requester_owner,
    try_cast(any_value(text) filter (where key in ('arrivaltime', 'time')) as timestamp) as arrival_time
from record
left join words on record.entry_no = words.entry_no
where record.problem is null
group by record.entry_no
;

-- One request per queue of a CE, where requests are to be made, and per VO that it
-- serves, as DIRAC offers them: what a CE says holds for its queues, tags of both count,
-- and what the section CEs says holds for CEs that do not say it; of a site only VO counts.
-- Times are those of the queue in minutes, of a processor of SI00 (250 where none is said).
-- A queue without Platform has the newest one that its CE's, or architecture_OS, is
-- compatible with.
create or replace temp table ce_queue as
with
    queues as (
        select distinct names[3] as domain, names[4] as site, names[6] as ce, names[8] as queue
        from option
        where
            names[1] = 'Resources'
            and names[2] = 'Sites'
            and names[5] = 'CEs'
            and names[7] = 'Queues'
            and len(names) >= 8
    ),
    said as (
        select
            queues.site,
            queues.ce,
            queues.queue,
            lower(option.names[-1]) as key,
            arg_max(option.value, len(option.names)) as value,
            arg_max(option.value, len(option.names)) filter (
                where len(option.names) < 9
            ) as ce_value,
            any_value(option.value) filter (where len(option.names) = 9) as queue_value
        from queues
        inner join
            option
            on not option.is_section
            and option.names[2] = 'Sites'
            and option.names[4] = queues.site
            and (
                len(option.names) = 5 and lower(option.names[5]) = 'vo'
                or option.names[5] = 'CEs'
                and (
                    len(option.names) = 6 and lower(option.names[6]) <> 'vo'
                    or option.names[6] = queues.ce
                    and (
                        len(option.names) = 7
                        or option.names[8] = queues.queue and len(option.names) = 9
                    )
                )
            )
        group by all
    )

select
    site,
    ce,
    queue,
    any_value(value) filter (where key = 'maxcputime') as max_cpu_time,
    any_value(value) filter (where key = 'si00') as si00,
    any_value(queue_value) filter (where key = 'platform') as queue_platform,
    coalesce(
        any_value(ce_value) filter (where key = 'platform'),
        coalesce(any_value(ce_value) filter (where key = 'architecture'), 'x86_64')
        || '_'
        || any_value(ce_value) filter (where key = 'os')
    ) as ce_platform,
    any_value(concat_ws(', ', ce_value, queue_value)) filter (where key = 'tag') as tag,
    any_value(concat_ws(', ', ce_value, queue_value)) filter (
        where key = 'requiredtag'
    ) as required_tag,
    any_value(value) filter (where key = 'numberofprocessors') as n_processors,
    any_value(value) filter (where key = 'wholenode') as whole_node,
    any_value(value) filter (where key = 'maxram') as max_ram,
    any_value(value) filter (where key = 'vo') as vo
from said
group by site, ce, queue
;

delete from dirac_pilot
where getvariable('makes_pilots')
;

insert into dirac_pilot by name
with
    of_vo as (
        select *, unnest(coalesce(nullif(cfg_list(vo), []), [null])) as served_vo
        from ce_queue
    ),
    -- numbers count as numbers
    platforms as (
        select
            os,
            platform,
            list_transform(
                regexp_extract_all(lower(platform), '[0-9]+|[a-z]+|[^0-9a-z.]+'),
                lambda part: if(part ~ '[0-9]+', lpad(part, 8, '0'), part)
            ) as version
        from dirac_platform
    )

select
    row_number() over (order by site, ce, queue, served_vo) as seq,
    concat_ws('-', 'made', site, ce, queue, served_vo) as pilot_id,
    coalesce(
        trunc(
            60
            / 250
            * least(greatest(try_cast(max_cpu_time as double), 0), 86400 * 12.5)
            * try_cast(si00 as double)
        )::bigint,
        try_cast(max_cpu_time as bigint) * 60,
        86400
    ) as cpu_time,
    [site] as site,
    [ce] as grid_ce,
    cfg_list(
        coalesce(
            queue_platform,
            (
                select arg_max(platforms.platform, platforms.version)
                from platforms
                where ce_platform in (platforms.os, platforms.platform)
            ),
            ce_platform
        )
    ) as platform,
    list_sort(list_distinct(cfg_list(tag))) as tag,
    list_sort(list_distinct(cfg_list(required_tag))) as required_tag,
    try_cast(max_ram as bigint) as max_ram,
    try_cast(n_processors as bigint) as number_of_processors,
    -- DIRAC sends it where it says yes, and takes whatever is sent for yes
    nullif(cfg_flag(whole_node), false) as whole_node,
    true as is_generic,
    of_vo.served_vo as vo,
    snapshot.snapshot_time as arrival_time
from of_vo
cross join snapshot
where getvariable('makes_pilots')
;

create or replace temp table remark as
with
    numbers as (
        select names[3] as name, names[4] as key, value
        from option
        where names[1] = 'Registry' and names[2] = 'Groups' and names[4] = 'JobShare'
        union all
        select site || '/' || ce || '/' || queue as name, key, value
        from
            (
                unpivot ce_queue on max_cpu_time as maxCPUTime,
                si00 as SI00,
                max_ram as maxRAM,
                n_processors as NumberOfProcessors
                into name key value value
            )
        where getvariable('makes_pilots')
    )

select
    0 as place,
    min(name) || '.' || key as subject,
    format(
        '{} is no {}number, read as unknown', left(value, 40), if(key = 'JobShare', 'whole ', '')
    )
    || if(count(*) > 1, format('; so for {} more', count(*) - 1), '') as text
from numbers
where
    value <> ''
    and (
        try_cast(value as double) is null
        or (key = 'JobShare' and not regexp_full_match(value, '[+-]?\d+'))
    )
group by key, value
union all
select
    1 as place,
    'dirac_pilot' as subject,
    format('requests are made up, one per queue of a CE and VO: {}', count(*)) as text
from dirac_pilot
having getvariable('makes_pilots')
union all
select
    2 as place,
    'dirac_cfg' as subject,
    'no section JobScheduling: no limits, delays or corrections' as text
where not exists (from dirac_cfg)
union all
select 3 as place, 'dirac_group' as subject, 'the file has no Registry/Groups' as text
where not exists (from dirac_group)
;

-- The registry: groups with their shares, their users, and users with their DN.
insert into dirac_group by name
select
    names[3] as group_name,
    any_value(value) filter (where names[4] = 'VO') as vo,
    try_cast(any_value(value) filter (where names[4] = 'JobShare') as double)
    as job_share,
    coalesce(
        list_contains(
            cfg_list(any_value(value) filter (where names[4] = 'Properties')),
            'JobSharing'
        ),
        false
    ) as job_sharing,
    lower(any_value(value) filter (where names[4] = 'AllowBackgroundTQs'))
    in ('true', 'yes', 'y', '1') as allow_background_tqs
from option
where names[1] = 'Registry' and names[2] = 'Groups' and len(names) >= 3
group by names[3]
;

insert into dirac_group_member by name
select distinct names[3] as group_name, unnest(cfg_list(value)) as user_name
from option
where
    names[1] = 'Registry'
    and names[2] = 'Groups'
    and names[4] = 'Users'
    and len(names) = 4
;

insert into dirac_user by name
select names[3] as user_name, any_value(value) filter (where names[4] = 'DN') as dn
from option
where names[1] = 'Registry' and names[2] = 'Users' and len(names) >= 3
group by names[3]
;

insert into dirac_platform by name
select distinct names[4] as platform, unnest(cfg_list(value)) as os
from option
where
    names[1] = 'Resources'
    and names[2] = 'Computing'
    and names[3] = 'OSCompatibility'
    and len(names) = 4
    and not is_section
;

-- Of operations only what matching reads: corrections, limits, delays and segments.
create or replace temp table scheduling as
select array_to_string(names[:-2], '/') as path, names[-1] as key, value, entry_no
from option
where
    not is_section
    and (
        names[1] = 'Operations' and list_contains(names, 'JobScheduling')
        or names[-1] = 'taskQueueCPUTimeIntervals'
    )
;

delete from dirac_cfg
;

insert into dirac_cfg by name
select
    '/' || path as path,
    string_agg(key || ' = ' || value, chr(10) order by entry_no) as content
from scheduling
group by path
;

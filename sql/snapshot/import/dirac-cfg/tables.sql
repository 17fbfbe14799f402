-- The registry: groups with their shares, their users, and users with their DN.
insert into dirac_group by name
select
    names[3] as group_name,
    any_value(value) filter (where names[4] = 'VO') as vo,
    try_cast(
        any_value(value) filter (
            where names[4] = 'JobShare' and regexp_full_match(value, '[+-]?\d+')
        ) as double
    ) as job_share,
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

-- Of operations only what matching reads, each section JobScheduling as it stands, as
-- the first of two corrections of a scope counts; and segments, wherever they are said.
create or replace temp table scheduling as
with
    sections as (
        select option.path, option.text_no, option.line_no, cfg_section.end_no
        from option
        inner join cfg_section using (text_no, line_no)
        where
            option.is_section
            and option.names[1] = 'Operations'
            and list_position(option.names, 'JobScheduling') = len(option.names)
    )

select
    sections.path,
    sections.text_no,
    sections.line_no,
    array_to_string(list(cfg_line.line order by cfg_line.line_no)[2:], chr(10)) as content
from sections
inner join
    cfg_line
    on sections.text_no = cfg_line.text_no
    and cfg_line.line_no > sections.line_no
    and cfg_line.line_no < sections.end_no
group by sections.path, sections.text_no, sections.line_no
union all
select array_to_string(names[:-2], '/') as path, text_no, line_no, names[-1] || ' = ' || value
from option
where
    not is_section
    and names[-1] = 'taskQueueCPUTimeIntervals'
    and not (names[1] = 'Operations' and list_contains(names, 'JobScheduling'))
;

delete from dirac_cfg
;

insert into dirac_cfg by name
select '/' || path as path, string_agg(content, chr(10) order by text_no, line_no) as content
from scheduling
where content <> ''
group by path
;

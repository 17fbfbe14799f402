-- One row per request, in the order of the files; its number is its place.
insert into dirac_pilot by name
select
    row_number() over (order by record.entry_no) as seq,
    any_value(value.text) filter (where value.name = 'pilot_id') as pilot_id,
    any_value(value.text) filter (where value.name = 'setup') as setup,
    any_value(value.number) filter (where value.name = 'cpu_time') as cpu_time,
    any_value(value.list) filter (where value.name = 'site') as site,
    any_value(value.list) filter (where value.name = 'grid_ce') as grid_ce,
    any_value(value.list) filter (where value.name = 'platform') as platform,
    any_value(value.list) filter (where value.name = 'job_type') as job_type,
    any_value(value.list) filter (where value.name = 'tag') as tag,
    any_value(value.list) filter (where value.name = 'required_tag') as required_tag,
    any_value(value.text) filter (where value.name = 'pilot_type') as pilot_type,
    any_value(value.text) filter (where value.name = 'grid_middleware') as grid_middleware,
    any_value(value.text) filter (where value.name = 'submit_pool') as submit_pool,
    any_value(value.text) filter (where value.name = 'owner') as owner,
    any_value(value.list) filter (where value.name = 'owner_group') as owner_group,
    any_value(value.list) filter (where value.name = 'banned_site') as banned_site,
    any_value(value.list) filter (where value.name = 'banned_grid_ce') as banned_grid_ce,
    any_value(value.list) filter (where value.name = 'banned_platform') as banned_platform,
    any_value(value.list) filter (where value.name = 'banned_job_type') as banned_job_type,
    any_value(value.list) filter (where value.name = 'banned_tag') as banned_tag,
    any_value(value.number) filter (where value.name = 'max_ram') as max_ram,
    any_value(value.number) filter (where value.name = 'number_of_processors') as number_of_processors,
    any_value(value.flag) filter (where value.name = 'whole_node') as whole_node,
    any_value(value.number) filter (where value.name = 'job_id') as job_id,
    any_value(value.flag) filter (where value.name = 'is_generic') as is_generic,
    any_value(value.text) filter (where value.name = 'vo') as vo,
    any_value(value.text) filter (where value.name = 'requester_group') as requester_group,
    any_value(value.text) filter (where value.name = 'requester_owner') as requester_owner,
    any_value(value.moment) filter (where value.name = 'arrival_time') as arrival_time
from record
left join request_value as value on record.entry_no = value.entry_no
where record.problem is null
group by record.entry_no
;

-- title: waiting jobs, groups, and pilots that ask
-- source: issue 8, paragraph on speed
insert into dirac_group by name
select
    format('group{:02d}', no) as group_name,
    1000 + 500 * no as job_share,
    no < 6 as job_sharing
from unnest(range(20)) as groups(no)
;

insert into dirac_job by name
with
    lists as (
        select
            no,
            n_jobs,
            cpu_time,
            format('user{:03d}', user_no) as owner,
            format('group{:02d}', user_no % 20) as owner_group,
            list_transform(site_nos, lambda no: site_name(no)) as sites,
            list_transform(banned_nos, lambda no: site_name(no)) as banned_sites,
            list_transform(platform_nos, lambda no: platform_name(no)) as platforms,
            list_transform(tag_nos, lambda no: tag_name(no)) as tags,
            list_transform(ce_nos, lambda no: ce_name(no)) as grid_ces
        from world_set
    ),

    jobs as (
        select
            no,
            unnest(
                range(
                    sum(n_jobs) over (order by no)::bigint - n_jobs,
                    sum(n_jobs) over (order by no)::bigint
                )
            ) as place
        from lists
    )

select
    1 + (jobs.place * 618033) % getvariable('n_jobs') as job_id,
    lists.owner,
    lists.owner_group,
    'Production' as setup,
    lists.cpu_time,
    if(
        u('is_one', jobs.place) < 0.8, 1, between_u('priority', jobs.place, 2, 9)
    ) as user_priority,
    lists.sites,
    lists.banned_sites,
    lists.platforms,
    lists.tags,
    lists.grid_ces,
    'Waiting' as status
from jobs
inner join lists on jobs.no = lists.no
;

insert into dirac_pilot by name
select
    pilots.no as seq,
    'pilot' || pilots.no as pilot_id,
    'Production' as setup,
    if(
        u('is_used', pilots.no) < 0.6,
        world_ce.max_cpu_s,
        floor(world_ce.max_cpu_s * u('left', pilots.no))::bigint
    ) as cpu_time,
    [world_ce.site] as site,
    [world_ce.grid_ce] as grid_ce,
    [world_ce.platform] as platform,
    world_ce.tags as tag
from unnest(range(1, getvariable('n_pilots') + 1)) as pilots(no)
inner join world_ce on floor(300 * u('pilot_ce', pilots.no)) = world_ce.ce_no
;

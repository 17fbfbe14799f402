-- title: sets of requirements, with the number of jobs that have them
-- source: issue 8, paragraph on speed
create or replace temp table world_user as
with
    weighted as (
        select no as user_no, pow(no + 1, -0.8::double)::decimal(18, 9) as weight
        from unnest(range(300)) as users(no)
    )

select
    user_no,
    (sum(weight) over (order by user_no) - weight)::double
    / (sum(weight) over ())::double as low
from weighted
;

create or replace temp table world_set as
with
    drawn as (
        select
            no,
            u('owner', no) as owner_u,
            (pow(1 - u('jobs', no), -1 / 1.1::double))::decimal(18, 6) as weight,
            case
                when u('site_kind', no) < 0.45
                then 0
                when u('site_kind', no) < 0.8
                then between_u('few_sites', no, 1, 5)
                else between_u('many_sites', no, 6, 60)
            end as n_sites,
            if(u('bans', no) < 0.25, between_u('n_bans', no, 1, 5), 0) as n_bans,
            if(u('on', no) < 0.6, between_u('n_on', no, 1, 3), 0) as n_platforms,
            if(u('tags', no) < 0.15, between_u('n_tags', no, 1, 2), 0) as n_tags,
            if(u('ce', no) < 0.04, 1, 0) as n_ces,
            floor(600 * pow(2000, u('cpu', no)))::bigint as cpu_time
        from unnest(range(getvariable('n_sets'))) as sets(no)
    ),

    summed as (
        select
            *,
            sum(weight) over (order by no) / sum(weight) over () as upto,
            weight / sum(weight) over () as part
        from drawn
    )

select
    summed.no,
    world_user.user_no,
    summed.cpu_time,
    1
    + floor(summed.upto * (getvariable('n_jobs') - getvariable('n_sets')))::bigint
    - floor(
        (summed.upto - summed.part) * (getvariable('n_jobs') - getvariable('n_sets'))
    )::bigint as n_jobs,
    several('sites', summed.no, summed.n_sites, 150, [1, 7, 11, 13, 17, 23, 31, 43])
        as site_nos,
    several('banned', summed.no, summed.n_bans, 150, [1, 7, 11, 13, 17, 23, 31, 43])
        as banned_nos,
    several('platforms', summed.no, summed.n_platforms, 12, [1, 5, 7, 11]) as platform_nos,
    several('tag', summed.no, summed.n_tags, 4, [1, 3]) as tag_nos,
    several('ces', summed.no, summed.n_ces, 300, [1]) as ce_nos
from summed
asof join world_user on summed.owner_u >= world_user.low
;

-- Jobs of users per queue, from the job statistics of the analysis shares.
insert into user_job_stats by name
with
    cells as (
        select
            queue_name,
            gshare,
            job_status,
            n_jobs,
            n_cores,
            key_of(
                concat_ws(
                    '/', queue_name, gshare, resource_type
                )
            ) as cell_key,
            1 + least(4, whole(n_jobs / 20)) as n_users
        from job_stats
        where gshare like '%Analysis'
    ),
    portions as (
        select
            cells.*,
            whole(cells.n_jobs / cells.n_users)
            + (part.no < cells.n_jobs % cells.n_users)::bigint as n_part,
            whole_between(
                pow(u('job_user', cells.cell_key + part.no), 2),
                1,
                greatest(4, least(1500, whole(getvariable('n_tasks') / 12)))
            ) as user_no,
            pick(
                u('job_group', cells.cell_key + part.no),
                ['phys-higgs', 'phys-susy', 'perf-jets', 'phys-exotics']
            ) as group_name,
            u('pmerge', cells.cell_key + part.no) < 0.05 as is_pmerge
        from cells
        cross join unnest(range(cells.n_users)) as part(no)
    )

select
    queue_name,
    gshare,
    format('user{:04d}', user_no) as prod_user_name,
    case when gshare = 'Group Analysis' then group_name end as working_group,
    'user' as prod_source_label,
    is_pmerge,
    job_status,
    sum(n_part) as n_jobs,
    sum(n_part * whole(n_cores / n_jobs)) as n_cores
from portions
where n_part > 0
group by all
;

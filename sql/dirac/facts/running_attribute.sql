-- title: jobs that count for limits, by each attribute that a limit may name
-- grain: site, attribute, value
-- note: a job that has several rows counts once for a value
-- nulls: a job without a site, or without the attribute, does not count
with
    counted as (
        select
            dirac_running_job.job_id,
            compared_name(dirac_running_job.site, cfg.collation) as site,
            [
                struct_pack(attribute := 'Site', value := dirac_running_job.site),
                struct_pack(attribute := 'JobType', value := dirac_running_job.job_type),
                struct_pack(attribute := 'Owner', value := dirac_running_job.owner),
                struct_pack(attribute := 'OwnerGroup', value := dirac_running_job.owner_group)
            ] as attributes,
            cfg.collation
        from dirac_running_job
        cross join cfg
        where list_contains(cfg.counted_statuses, dirac_running_job.status)
    ),
    each as (select job_id, site, counted.collation, unnest(attributes) as named from counted)

select
    site,
    each.named.attribute,
    compared_name(each.named.value, each.collation) as value,
    count(distinct job_id) + count(*) filter (where job_id is null) as n_running
from each
where site is not null and each.named.value is not null
group by all

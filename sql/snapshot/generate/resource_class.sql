-- The resource type of each task: cores, and 90 % of the memory per core.
create or replace temp table world_task_resource as
with
    needs as (
        select
            jedi_task_id,
            cores,
            trunc(0.9::double * (ram_per_core * cores + base_ram) / cores)::bigint
            as ram_per_core
        from world_task
    )

select
    needs.jedi_task_id, min(resource_type.resource_name) as resource_type
from needs
inner join
    resource_type
    on needs.cores >= coalesce(resource_type.min_core, 1)
    and (resource_type.max_core is null or needs.cores <= resource_type.max_core)
    and needs.ram_per_core >= coalesce(resource_type.min_ram_per_core, 0)
    and (
        resource_type.max_ram_per_core is null
        or needs.ram_per_core <= resource_type.max_ram_per_core
    )
group by needs.jedi_task_id
;

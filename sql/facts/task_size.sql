-- title: the resource type that each task asks for by its cores and memory
-- grain: jedi_task_id
-- nulls: no cores are one, no memory is 0; Undefined where no type fits
-- note: MB per core after the compensation; 0 cores are any number and count as eight
with
    needs as (
        select
            task.jedi_task_id,
            cores_of_task(task.core_count, cfg.any_core_count) as n_cores,
            task_ram_per_core(
                task.ram_count,
                task.base_ram_count,
                task.ram_unit,
                cores_of_task(task.core_count, cfg.any_core_count),
                cfg.memory_compensation
            ) as ram_per_core_mb,
            task.resource_type as recorded_type
        from task
        cross join cfg
    ),
    fits as (
        select
            needs.jedi_task_id,
            arg_min(resource_class.resource_name, resource_class.order_no) as resource_type
        from needs
        inner join
            resource_class
            on lies_within(needs.n_cores, resource_class.min_core, resource_class.max_core)
            and lies_within(
                needs.ram_per_core_mb,
                resource_class.min_ram_per_core,
                resource_class.max_ram_per_core
            )
        group by needs.jedi_task_id
    )

select
    needs.jedi_task_id,
    needs.n_cores,
    needs.ram_per_core_mb,
    coalesce(fits.resource_type, 'Undefined') as resource_type,
    needs.recorded_type
from needs
left join fits using (jedi_task_id)

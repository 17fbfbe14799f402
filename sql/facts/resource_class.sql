-- title: the resource types, in the order in which they are tried
-- grain: resource_name
-- note: NULL is an open end, both ends count; the table has no order: the largest lower
-- ends first, then by name
select
    resource_type.resource_name,
    resource_type.min_core,
    resource_type.max_core,
    resource_type.min_ram_per_core,
    resource_type.max_ram_per_core,
    row_number() over (
        order by
            coalesce(resource_type.min_core, 0) desc,
            coalesce(resource_type.min_ram_per_core, 0) desc,
            resource_type.resource_name
    ) as order_no,
    coalesce(resource_type.min_core = 1 and resource_type.max_core = 1, false) as is_single_core,
    coalesce(resource_type.min_core > 1, false) as is_multi_core,
    resource_type.max_ram_per_core is null
    or resource_type.max_ram_per_core > cfg.high_memory_mb as is_high_memory
from resource_type
cross join cfg

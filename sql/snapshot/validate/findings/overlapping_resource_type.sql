-- severity: warning
-- table: resource_type
-- column: min_core, max_core, min_ram_per_core, max_ram_per_core
-- message: overlap: work of some cores and memory is of both types
with
    bounds as (
        select
            resource_name,
            coalesce(min_core, 0) as min_core,
            coalesce(max_core, 1e18) as max_core,
            coalesce(min_ram_per_core, 0) as min_ram,
            coalesce(max_ram_per_core, 1e18) as max_ram
        from resource_type
    )

select concat_ws(', ', one.resource_name, other.resource_name) as row_key
from bounds as one
inner join
    bounds as other
    on one.resource_name < other.resource_name
    and greatest(one.min_core, other.min_core) <= least(one.max_core, other.max_core)
    and greatest(one.min_ram, other.min_ram) <= least(one.max_ram, other.max_ram)

-- Untested: written after import/panda-postgres, for Oracle.
select
    resource_name,
    cast(mincore as number(18)) as min_core,
    cast(maxcore as number(18)) as max_core,
    cast(minrampercore as number(18)) as min_ram_per_core,
    cast(maxrampercore as number(18)) as max_ram_per_core
from resource_types

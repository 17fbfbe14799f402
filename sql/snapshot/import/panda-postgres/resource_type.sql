select
    resource_name,
    mincore::bigint as min_core,
    maxcore::bigint as max_core,
    minrampercore::bigint as min_ram_per_core,
    maxrampercore::bigint as max_ram_per_core
from resource_types

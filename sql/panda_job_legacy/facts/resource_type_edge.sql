-- title: where the memory range of each resource type begins, per core and in all
-- grain: resource_name
-- source: O028
-- note: the ranges of many cores leave gaps of less than a MB per core
select resource_name, min_ram_per_core as mb_per_core, 0 as rest_mb from resource_type

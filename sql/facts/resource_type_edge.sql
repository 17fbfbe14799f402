-- title: where the memory range of each resource type begins, per core and in all
-- grain: resource_name
-- note: just above the range of the type before it
select resource_name, min_ram_per_core - 1 as mb_per_core, 1 as rest_mb from resource_type

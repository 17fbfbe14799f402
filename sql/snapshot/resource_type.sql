-- title: PanDA RESOURCE_TYPES
-- expected with: queue, task
-- key: resource_name
-- range: min_core, max_core between 0 and 1e6
-- range: min_ram_per_core, max_ram_per_core between 0 and 1e12
-- range: max_core >= min_core
-- range: max_ram_per_core >= min_ram_per_core
create table resource_type (
    resource_name    VARCHAR,
    min_core         BIGINT,
    max_core         BIGINT,
    min_ram_per_core BIGINT,
    max_ram_per_core BIGINT
);

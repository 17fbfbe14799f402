-- Storage of the synthetic sites, and which queues use it: a queue reads disk, then
-- tape, and writes to disk; analysis writes to scratch disk first.
insert into endpoint by name
with
    kinds(place, type, is_tape) as (
        values
            (1, 'DATADISK', false),
            (2, 'DATATAPE', true),
            (3, 'MCTAPE', true),
            (4, 'SCRATCHDISK', false),
            (5, 'LOCALGROUPDISK', false),
            (6, 'VP_DISK', false)
    )

select
    new_site.site_name || '_' || kinds.type as ddm_endpoint_name,
    new_site.site_name,
    kinds.type,
    'ATLAS' || kinds.type as space_token,
    kinds.is_tape
from new_site
cross join kinds
where
    case
        kinds.place
        when 1
        then new_site.has_disk
        when 2
        then new_site.has_tape
        when 3
        then new_site.has_tape
        when 4
        then new_site.has_scratch
        when 5
        then new_site.has_localgroup
        else new_site.has_cache
    end
;

-- title: space that the work already assigned to a nucleus will need
-- grain: nucleus, prod_source_label
-- source: C014, C015
-- note: GB, work of all priorities and shares
select
    nucleus_rw.nucleus,
    nucleus_rw.prod_source_label,
    trunc(
        fsum(nucleus_rw.rw order by nucleus_rw.rw)
        / any_value(cfg.rw_core_power)
        / 86400
        * any_value(cfg.rw_output_gb)
    )::bigint as space_demand
from nucleus_rw
cross join cfg
group by nucleus_rw.nucleus, nucleus_rw.prod_source_label

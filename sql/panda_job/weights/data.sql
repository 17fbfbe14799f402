-- title: input that is there against input that would have to be moved
-- source: C132, O049
-- nulls: a chunk without input has factor 1
-- differs: none; a queue that uses local data only is marked instead of weighed
select
    pair_load.*,
    case
        when pair_load.total_bytes = 0 or pair_load.is_non_local
        then 1
        else
            (pair_load.total_bytes + pair_load.disk_bytes)::double
            / pair_load.total_bytes
            / (pair_load.n_not_on_disk::double / cfg.missing_div + 1)
    end::double as data
from pair_load
cross join cfg

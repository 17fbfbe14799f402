-- title: part of the input that the nucleus holds
-- source: C036, C037, C038
-- nulls: no input to look at is 1; an unknown ioIntensity counts as high
-- differs: where the locality check is dropped the input does not count in the running
-- system
select
    survivor.*,
    case
        when
            pair_data.n_bytes > 0
            and (cfg.factors_without_check or not pair_data.is_check_lifted)
            and coalesce(pair_data.io_intensity > cfg.min_io_intensity_with_local_data, true)
        then pair_data.any_bytes::double / pair_data.n_bytes
        else 1
    end::double as data
from survivor
left join pair_data using (jedi_task_id, chunk_no, nucleus)
cross join cfg

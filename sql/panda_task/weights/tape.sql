-- title: input that is only on tape there weighs little
-- source: C036, C037, C039, C040
-- nulls: no input to look at is 1
-- differs: where the locality check is dropped tape does not count in the running
-- system
select
    survivor.*,
    case
        when
            pair_data.n_bytes > 0
            and (cfg.factors_without_check or not pair_data.is_check_lifted)
            and pair_data.any_bytes > pair_data.disk_bytes
        then cfg.tape_weight
        else 1
    end::double as tape
from survivor
left join pair_data using (jedi_task_id, chunk_no, nucleus)
cross join cfg

-- title: remaining work of the nucleus, as the cycle finds it
-- source: C036, C037, C041
-- nulls: a nucleus without work divides as one below the offset
-- differs: below the offset the divisor is 1 in the running system, the offset on the
-- page; which work counts: see the fact nucleus_work
-- note: choice adds the work given away in the cycle
select
    survivor.*, 1 / work_divisor(nucleus_work.rw, cfg.rw_offset, cfg.rw_offset_mode)::double as work
from survivor
inner join work_request using (jedi_task_id)
left join nucleus_work using (request_no, nucleus)
cross join cfg

-- title: queues by the work that one criterion alone keeps from them, by each rule of
-- it
-- grain: unified_name, bit
-- nulls: no bit where two rules of the criterion reject, or the weight was lost by it
select
    unified_name as queue_name,
    case when bit_count(reject_mask) = 1 then reported_bit(reject_mask) end as bit,
    count(*) as tasks,
    sum(n_cores)::bigint as cores
from barred
group by unified_name, bit
order by tasks desc, cores desc, unified_name, bit

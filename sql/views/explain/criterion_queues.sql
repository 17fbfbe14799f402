-- title: queues by the work that one criterion alone keeps from them, by each rule of
-- it
-- grain: unified_name, bit
-- nulls: no bit where two rules of the criterion reject, or the weight was lost by it
select
    barred.unified_name as queue_name,
    case
        when bit_count(barred.reject_mask) = 1 then reported_bit(barred.reject_mask)
    end as bit,
    count(*) as tasks,
    sum(barred.n_cores)::bigint as cores
from barred
group by barred.unified_name, bit
order by tasks desc, cores desc, barred.unified_name, bit

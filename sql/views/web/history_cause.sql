-- title: what stopped the chunks without a queue over time, as means over parts
-- grain: policy, criterion, part
with parts as (select policy, part, count(*) as n_cycles from history_part group by policy, part)

select
    cause.policy,
    cause.criterion,
    history_part.part,
    sum(cause.n_chunks)::double / any_value(parts.n_cycles) as chunks
from cause
inner join history_part using (policy, snapshot_id)
inner join parts using (policy, part)
group by cause.policy, cause.criterion, history_part.part
order by cause.policy, cause.criterion, history_part.part

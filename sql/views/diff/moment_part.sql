-- title: the counts of moments, added up over so many parts of time
-- grain: part
with parts as (select moment.*, ntile(?) over (order by snapshot_time) as part from moment)

select
    part,
    min(snapshot_time) as snapshot_time,
    count(*) as n_cycles,
    sum(decisions)::bigint as decisions,
    sum(changed)::bigint as changed,
    sum(newly_assigned)::bigint as newly_assigned,
    sum(no_longer_assigned)::bigint as no_longer_assigned,
    sum(another_queue)::bigint as another_queue,
    sum(other)::bigint as other,
    100.0::double * sum(changed) / nullif(sum(decisions), 0) as changed_percent
from parts
group by part
order by part

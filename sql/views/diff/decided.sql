-- title: how many decisions either run took about each snapshot
-- grain: snapshot_id
select snapshot_id, count(*) as n_decisions
from
    (
        select distinct decision.* exclude (side, status, criterion, best, queues) from decision
    ) as decided
group by all

-- title: how many decisions either run took
-- grain: one row
select count(*) as n_decisions
from
    (
        select distinct decision.* exclude (side, status, criterion, best, queues)
        from decision
    ) as decided

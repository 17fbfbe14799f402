-- title: how many decisions either run took
-- grain: policy
select decided.policy, count(*) as n_decisions
from
    (
        select distinct decision.* exclude (side, status, criterion, best, queues)
        from decision
    ) as decided
group by decided.policy
order by decided.policy

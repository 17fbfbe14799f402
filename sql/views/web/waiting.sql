-- title: decisions without a choice, by the criterion that took the last queue
-- grain: criterion, status
select
    decision.waits_by as criterion,
    decision.status,
    rule.class,
    rule.title,
    count(*) as n,
    min(decision.retry_after_s) as retry_after_s
from decision
left join rule on decision.policy = rule.policy and decision.waits_by = rule.criterion
where decision.policy = ? and decision.waits_by is not null
group by decision.waits_by, decision.status, rule.class, rule.title
order by n desc, criterion, status

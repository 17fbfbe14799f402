-- title: what keeps most tasks from a queue when nothing else stands in the way
-- grain: unified_name, criterion
select
    pair.unified_name,
    pair.cloud,
    pair.only_blocker as criterion,
    rule.class,
    rule.title,
    count(*) as n,
    count(*) filter (where decision.status <> 'assigned') as n_waiting
from pair
inner join
    decision
    on pair.policy = decision.policy
    and pair.jedi_task_id = decision.jedi_task_id
    and pair.chunk_no = decision.chunk_no
left join rule on pair.policy = rule.policy and pair.only_blocker = rule.criterion
where pair.policy = ? and pair.only_blocker is not null
group by all
order by n desc, n_waiting desc, pair.unified_name, pair.only_blocker
limit ?

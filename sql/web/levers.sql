-- title: what keeps most tasks from a queue when nothing else stands in the way, and
-- title: the cores of their jobs
-- grain: unified_name, criterion
-- source: design/screens.md 4: ranked by tasks, then by cores
with
    barred as (
        select
            pair.unified_name,
            pair.cloud,
            pair.only_blocker as criterion,
            pair.jedi_task_id,
            count(*) as n,
            count(*) filter (where decision.status <> 'assigned') as n_waiting
        from pair
        inner join
            decision
            on pair.policy = decision.policy
            and pair.jedi_task_id = decision.jedi_task_id
            and pair.chunk_no = decision.chunk_no
        where pair.policy = $1 and pair.only_blocker is not null
        group by pair.unified_name, pair.cloud, pair.only_blocker, pair.jedi_task_id
    )

select
    barred.unified_name,
    barred.cloud,
    barred.criterion,
    rule.class,
    rule.title,
    sum(barred.n)::bigint as n,
    sum(barred.n_waiting)::bigint as n_waiting,
    sum(chunk_cores.n_cores)::bigint as n_cores
from barred
left join rule on rule.policy = $1 and barred.criterion = rule.criterion
left join chunk_cores on barred.jedi_task_id = chunk_cores.jedi_task_id
group by barred.unified_name, barred.cloud, barred.criterion, rule.class, rule.title
order by n desc, n_cores desc nulls last, barred.unified_name, barred.criterion
limit $2

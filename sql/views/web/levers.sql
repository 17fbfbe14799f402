-- title: what keeps most tasks from a queue when nothing else stands in the way, and
-- the cores of their jobs
-- grain: unified_name, criterion, only_rule
-- nulls: no rule where two of the criterion stand in the way
-- note: ranked by tasks, then by cores
with
    barred as (
        select
            pair.unified_name,
            pair.cloud,
            pair.only_blocker as criterion,
            pair.only_rule,
            pair.jedi_task_id,
            count(*) as n,
            count(*) filter (where decision.status <> 'assigned') as n_waiting
        from pair
        inner join decision using (policy, jedi_task_id, chunk_no)
        where pair.policy = $1 and pair.only_blocker is not null
        group by all
    ),
    shared_rule as (
        select
            criterion,
            parse_filename(file, true) as rule,
            class,
            title,
            count(*) over (partition by criterion) > 1 as is_shared
        from criterion
        where policy = $1 and bit is not null
    )

select
    barred.unified_name,
    barred.cloud,
    barred.criterion,
    barred.only_rule,
    coalesce(shared_rule.is_shared, true) as is_shared,
    coalesce(shared_rule.class, rule.class) as class,
    coalesce(shared_rule.title, rule.title) as title,
    sum(barred.n)::bigint as n,
    sum(barred.n_waiting)::bigint as n_waiting,
    sum(chunk_cores.n_cores)::bigint as n_cores
from barred
left join rule on rule.policy = $1 and barred.criterion = rule.criterion
left join
    shared_rule on barred.criterion = shared_rule.criterion and barred.only_rule = shared_rule.rule
left join chunk_cores using (jedi_task_id)
group by all
order by n desc, n_cores desc nulls last, barred.unified_name, barred.criterion, only_rule
limit $2

-- title: the rules of each policy, and how many decisions and queues each of them
-- touches
-- grain: policy, step
with
    failing as (
        select policy, unnest(failing) as criterion, only_blocker is not null as is_alone
        from touched
    ),
    failures as (
        select policy, criterion, count(*) as n_fails, count(*) filter (where is_alone) as n_alone
        from failing
        group by policy, criterion
    ),
    reported as (
        select policy, criterion, count(*) as n_reported from touched group by policy, criterion
    ),
    waiting as (
        select policy, waits_by as criterion, count(*) as n_waiting
        from decision
        group by policy, waits_by
    )

select
    criterion.policy,
    criterion.step,
    criterion.criterion,
    criterion.label,
    criterion.class,
    criterion.effect,
    coalesce(waiting.n_waiting, 0) as n_waiting,
    coalesce(reported.n_reported, 0) as n_reported,
    coalesce(failures.n_fails, 0) as n_fails,
    coalesce(failures.n_alone, 0) as n_alone,
    criterion.title,
    criterion.source,
    criterion.file
from criterion
left join failures using (policy, criterion)
left join reported using (policy, criterion)
left join waiting using (policy, criterion)

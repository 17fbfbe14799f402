-- title: the analysis users of whom most tasks wait, with the criteria that they wait
-- by
-- grain: user_name
with
    causes as (
        select policy, user_name, waits_by, count(distinct jedi_task_id) as n
        from decision
        where policy = $1 and waits_by is not null
        group by policy, user_name, waits_by
    )

select
    user_row.user_name,
    coalesce(user_row.working_groups, []) as working_groups,
    user_row.n_tasks,
    user_row.n_waiting,
    user_row.reason,
    list(
        {'criterion':causes.waits_by, 'n':causes.n} order by causes.n desc, causes.waits_by
    ) as criteria
from user_row
inner join causes using (policy, user_name)
group by all
order by user_row.n_waiting desc, user_row.user_name
limit $2

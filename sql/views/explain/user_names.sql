-- title: who owns analysis tasks: users, groups and accounts
-- grain: name
select distinct
    unnest(
        [analysis_task.user_name, analysis_task.group_name, analysis_task.account]
    ) as name
from analysis_task
order by name

-- title: who owns analysis tasks: users, groups and accounts
-- grain: name
select distinct unnest([user_name, group_name, account]) as name from analysis_task order by name

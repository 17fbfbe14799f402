-- title: jobs by their strongest action
-- grain: action
select action_row.action, count(*) as n
from action_row
where action_row.policy = ? and action_row.is_strongest
group by action_row.action
order by list_position(['fail', 'kill', 'reassign'], action_row.action)

-- title: jobs by their strongest action
-- grain: action
select action, count(*) as n
from action_row
where policy = ? and is_strongest
group by action
order by list_position(['fail', 'kill', 'reassign'], action)

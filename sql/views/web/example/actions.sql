-- title: what the timeouts of jobs do
-- needs: action
select rule_id, action, count(*) as jobs, max(age_s) as oldest_s
from action
where is_strongest
group by all
order by jobs desc, rule_id

-- title: what each rule does, and to how many jobs; nothing stronger hits the decisive
-- grain: rule_id, action
select
    action_row.rule_id,
    action_row.action,
    action_row.code,
    action_row.title,
    count(*) as n_jobs,
    count(*) filter (where action_row.is_strongest) as n_decisive,
    max(action_row.age_s) as oldest_s
from action_row
where action_row.policy = ?
group by all
order by n_jobs desc, action_row.rule_id, action_row.action

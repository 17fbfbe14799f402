-- title: what each rule does, and to how many jobs; nothing stronger hits the decisive
-- grain: rule_id, action
select
    rule_id,
    action,
    code,
    title,
    count(*) as n_jobs,
    count(*) filter (where is_strongest) as n_decisive,
    max(age_s) as oldest_s
from action_row
where policy = ?
group by all
order by n_jobs desc, rule_id, action

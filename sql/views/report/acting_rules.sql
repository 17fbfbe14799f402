-- title: what each rule does, and to how many jobs; nothing stronger hits the decisive
-- grain: step
select
    criterion.step,
    criterion.criterion as rule_id,
    criterion.title,
    action.action,
    action.code,
    count(*) as n_jobs,
    count(*) filter (where action.is_strongest) as n_decisive,
    max(action.age_s) as oldest_s
from action
inner join criterion using (step)
group by all
order by criterion.step

-- title: what each rule will do within the time that upcoming looks ahead
-- grain: step
select
    criterion.step,
    criterion.criterion as rule_id,
    criterion.title,
    upcoming.action,
    count(*) as n_jobs,
    min(upcoming.due_in_s) as first_in_s
from upcoming
inner join criterion on upcoming.step = criterion.step
group by all
order by first_in_s, criterion.step

-- title: what each rule will do to jobs that no rule hits yet, as far as upcoming looks
-- grain: step
select
    criterion.step,
    criterion.criterion as rule_id,
    criterion.title,
    upcoming.action,
    count(*) as n_jobs,
    min(upcoming.due_in_s) as first_in_s
from upcoming
inner join criterion using (step)
where not upcoming.is_hit_already
group by all
order by first_in_s, criterion.step

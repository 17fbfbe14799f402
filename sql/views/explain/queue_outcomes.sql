-- title: how many tasks a queue was chosen for, weighed for, rejected for
-- grain: outcome
select outcome, count(*) as n_tasks from nearest_pair group by outcome order by outcome

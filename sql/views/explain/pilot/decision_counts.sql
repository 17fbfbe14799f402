-- title: how many pilots got nothing by one criterion, whatever the task queue
-- grain: one row
select count(*) as n_pilots, count(*) filter (where criterion = $1) as n_pilots_touched from match

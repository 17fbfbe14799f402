-- title: what the rules of one file touched
-- grain: step, criterion
select step, criterion, label, class, effect, n_waiting, n_reported, n_fails, n_alone
from rule_row
where policy = ? and file = ?
order by step

-- title: what the rules of one file touched
-- grain: step, criterion
select
    rule_row.step,
    rule_row.criterion,
    rule_row.label,
    rule_row.class,
    rule_row.effect,
    rule_row.n_waiting,
    rule_row.n_reported,
    rule_row.n_fails,
    rule_row.n_alone
from rule_row
where rule_row.policy = ? and rule_row.file = ?
order by rule_row.step

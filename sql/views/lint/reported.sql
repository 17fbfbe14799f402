-- title: each time that a run reports a rule by its name, not by a bit
from (select policy, criterion from weighed)
union all
(select policy, criterion from result)
union all
(select policy, rule_id from action)
union all
(select policy, criterion from match)

-- title: rounds with queues that fell to temporary reasons only
-- grain: unit_no
-- source: spec/analysis-and-software.md 1.4, kinds
select distinct verdict.unit_no
from verdict
inner join criterion on verdict.bit = criterion.bit
where criterion.effect = 'defer'

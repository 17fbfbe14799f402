-- title: vos of the snapshot and of its groups
-- grain: vo
-- nulls: empty for what belongs to none, or to all
select '' as vo
union
select vo
from snapshot
where vo is not null
union
select vo
from dirac_group
where vo is not null

-- title: vos of the snapshot and of its groups
-- grain: vo
-- nulls: empty for what belongs to none, or to all
select '' as vo
union
select snapshot.vo
from snapshot
where snapshot.vo is not null
union
select dirac_group.vo
from dirac_group
where dirac_group.vo is not null

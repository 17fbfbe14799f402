-- title: what rejects pairs, of tasks and queues or of pilots and task queues
-- grain: policy, pair
select policy, criterion, failing, only_blocker
from pair
union all
select policy, criterion, failing, only_blocker
from pilot_pair

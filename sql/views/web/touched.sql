-- title: what rejects pairs, of tasks and queues or of pilots and task queues
-- grain: policy, pair
select pair.policy, pair.criterion, pair.failing, pair.only_blocker
from pair
union all
select
    pilot_pair.policy, pilot_pair.criterion, pilot_pair.failing, pilot_pair.only_blocker
from pilot_pair

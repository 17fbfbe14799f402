-- criterion: -non_local
-- label: final check
-- title: the queue uses local data only and lacks some
-- effect: drop
-- class: policy
-- source: running system
select pair_load.*, 'use_only_local_data is set, some input is not there' as detail
from pair_load
where is_non_local

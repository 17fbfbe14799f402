-- criterion: -non_local
-- label: final check
-- title: the queue uses local data only and lacks some
-- effect: drop
-- class: policy
-- source: running system
select
    pair_load.jedi_task_id,
    pair_load.chunk_no,
    pair_load.queue_name,
    'use_only_local_data is set, some input is not there' as detail
from pair_load
where pair_load.is_non_local

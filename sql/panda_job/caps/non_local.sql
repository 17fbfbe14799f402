-- criterion: -non_local
-- label: final check
-- title: the queue takes local data only, and part of the input is not on its disk
-- class: policy
-- source: running system
-- nulls: a chunk without input passes; input on tape is not on disk
select pair_load.*, 'use_only_local_data is set, some input is not there' as detail
from pair_load
where is_non_local

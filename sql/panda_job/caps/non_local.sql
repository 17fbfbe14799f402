-- criterion: -non_local
-- label: final check
-- title: the queue uses local data only and lacks some
-- effect: drop
-- class: policy
-- source: spec/production.md 6.3; the page is silent
-- bounds: none
-- nulls: none
-- differs: none
select
    survivor.jedi_task_id,
    survivor.chunk_no,
    survivor.queue_name,
    'use_only_local_data is set, some input is not there' as detail
from survivor
inner join
    pair_load
    on survivor.jedi_task_id = pair_load.jedi_task_id
    and survivor.chunk_no = pair_load.chunk_no
    and survivor.queue_name = pair_load.queue_name
where pair_load.is_non_local

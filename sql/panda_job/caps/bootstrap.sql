-- criterion: +use
-- label: final check
-- title: an empty queue gets its first jobs
-- effect: use
-- class: policy
-- source: running system
-- bounds: priority 150 may start a queue
-- differs: only in the running system
select empty_pair.*, 'bootstrap: no jobs at the queue' as detail from empty_pair

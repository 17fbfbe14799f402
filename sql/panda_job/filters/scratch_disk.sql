-- criterion: -disk
-- label: disk check
-- title: the scratch disk of the queue is too small for the smallest job
-- class: never_fits
-- source: C081, C087, O035
-- bounds: a need equal to the limit fails on the page, passes in the running system
-- nulls: maxwdir NULL or 0 is no limit
-- differs: the need, see the fact chunk_scratch; a need equal to the limit passes in
-- the running system, where maxwdir is divided by coreCount for single-core tasks only
select
    candidate.*,
    scratch_disk.need_mb as asked,
    if(cfg.scratch_op = '>=', '<', '<=') as operator,
    scratch_disk.offered_mb as offered,
    'MB' as unit,
    format('needs {} MB, maxwdir gives {} MB', asked::bigint, trunc(offered)::bigint) as detail
from candidate
inner join scratch_disk using (jedi_task_id, chunk_no, pseudo_queue)
cross join cfg
where scratch_disk.queue_mb <> 0 and exceeds(asked, offered, cfg.scratch_op)

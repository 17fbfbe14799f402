-- criterion: -transfer_backlog
-- label: transfer backlog check
-- title: too many files wait for transfer to the nucleus
-- class: capacity
-- source: C008, C009
-- bounds: as many files as the cap pass
-- nulls: no metric counts as no backlog
-- differs: none; a negative t1Weight switches the check off in both
select
    candidate.*,
    cfg.nqueued_nuc_cap as asked,
    '>=' as operator,
    nucleus_backlog.n_queued as offered,
    'files' as unit,
    format('transfer backlog {:.0f} > cap {} files', offered, asked) as detail
from candidate
inner join brokered_task using (jedi_task_id, chunk_no)
inner join
    nucleus_backlog
    on candidate.nucleus = nucleus_backlog.nucleus
    and nucleus_backlog.transfer_activity = 'Production Output'
cross join cfg
where brokered_task.t1_weight >= 0 and offered > asked

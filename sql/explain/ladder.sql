-- title: candidates of one chunk before and after each check
-- grain: step
select funnel.step, funnel.label, funnel.criteria, funnel.n_before, funnel.n_after
from funnel
where funnel.jedi_task_id = ? and funnel.chunk_no = ?
qualify funnel.round = max(funnel.round) over ()
order by funnel.step

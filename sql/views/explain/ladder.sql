-- title: candidates of one chunk before and after each check, round by round
-- grain: round, step
select
    funnel.round,
    funnel.step,
    funnel.label,
    funnel.n_before,
    funnel.n_after,
    funnel.criteria as parts
from funnel
where funnel.jedi_task_id = ? and funnel.chunk_no = ? and funnel.unit_no between ? and ?
order by funnel.round, funnel.step

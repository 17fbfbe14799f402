-- title: candidates of one chunk before and after each check, round by round
-- grain: round, step
select round, step, label, n_before, n_after, criteria as parts
from funnel
where jedi_task_id = ? and chunk_no = ? and unit_no between ? and ?
order by round, step

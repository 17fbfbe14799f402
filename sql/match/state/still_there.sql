-- title: the jobs that wait, as they came last
-- note: one that came again and was refused waits as it came before
-- grain: job_id
select came.* exclude (came_no)
from came
anti join state.gone using (job_id)
anti join taken using (job_id)
left join refusal using (job_id, came_no)
qualify
    row_number() over (
        partition by came.job_id order by refusal.job_id is not null, came.came_no desc
    )
    = 1
order by came.job_id

-- title: the jobs that wait, as they came last
-- grain: job_id
select came.* exclude (came_no)
from came
anti join state.gone using (job_id)
anti join taken using (job_id)
qualify row_number() over (partition by came.job_id order by came.came_no desc) = 1
order by came.job_id

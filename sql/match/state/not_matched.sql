-- title: jobs that are to come back and were not given to anybody
-- grain: job_id
select came.job_id
from came
anti join state.gone on came.job_id = state.gone.job_id
order by came.job_id

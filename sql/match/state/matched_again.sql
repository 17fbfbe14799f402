-- title: jobs that are to be added and were given to a pilot before
-- grain: job_id
select came.job_id
from came
inner join state.gone on came.job_id = state.gone.job_id
order by came.job_id

-- title: every job of the snapshot
-- grain: panda_id
select job.panda_id, job.jedi_task_id, job.queue_name, job.gshare, job.job_status
from job

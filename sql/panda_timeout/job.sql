-- title: every job of the snapshot
-- grain: panda_id
select panda_id, jedi_task_id, queue_name, gshare, job_status from job

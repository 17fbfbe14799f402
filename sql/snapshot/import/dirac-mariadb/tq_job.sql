-- One row per waiting job; read on in import/dirac. Priority is that of the user as it
-- was given, RealPriority what became of it.
select
    cast(job.jobid as signed) as job_id,
    cast(job.tqid as signed) as tq_id,
    cast(job.priority as signed) as user_priority
from `TaskQueueDB`.`tq_Jobs` as job

-- criterion: -job_id
-- label: job asked for
-- title: the resource asks for one job, which does not wait in this task queue
-- class: policy
-- source: DIRAC's code of today
-- nulls: without a job_id any job will do; a job that does not wait is in none
-- differs: DIRAC's code of today reports an error where the job is not there
-- note: the asked job still obeys all conditions, but no limit and no delay
select
    survivor.*,
    case
        when waiting_job.job_id is null
        then format('job {} does not wait', request.job_id)
        else format('job {} is in task queue {}', request.job_id, waiting_job.tq_id)
    end as detail
from survivor
inner join request using (seq)
left join waiting_job using (job_id)
where request.job_id is not null and waiting_job.tq_id is distinct from survivor.tq_id

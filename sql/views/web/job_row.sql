-- title: jobs of DIRAC: the pilot that got each, or in which task queue it waits and
-- why
-- grain: policy, job_id
-- nulls: no task queue where a run does not say in which one a job waits
with
    matching as (
        select distinct policy
        from pilot_row
        union
        select distinct policy
        from task_queue
    ),

    jobs as (
        select matching.policy, dirac_job.job_id
        from matching
        cross join dirac_job
        union
        select policy, job_id
        from refused_job
    ),

    found as (
        select
            jobs.policy,
            jobs.job_id,
            case
                when match.job_id is not null
                then 'assigned'
                when refused_job.job_id is not null
                then 'failed'
                else 'pending'
            end as status,
            coalesce(match.tq_id, waiting_job.tq_id) as tq_id,
            match.seq,
            refused_job.reason
        from jobs
        left join waiting_job using (policy, job_id)
        left join refused_job using (policy, job_id)
        left join match using (policy, job_id)
    )

select
    found.policy,
    found.job_id,
    found.status,
    dirac_job.owner,
    dirac_job.owner_group,
    dirac_job.cpu_time,
    dirac_job.user_priority,
    found.tq_id,
    found.seq,
    dirac_pilot.pilot_id,
    task_queue_row.n_pilots_fit,
    case
        when found.status = 'pending' and task_queue_row.n_pilots_fit = 0
        then task_queue_row.top_criterion
    end as top_criterion,
    case
        when found.status <> 'pending'
        then found.reason
        when found.tq_id is null
        then null
        when task_queue_row.n_pilots_fit = 0
        then 'no pilot fits its task queue'
        when task_queue_row.n_pilots_fit > 0
        then 'the pilots that fit its task queue got other jobs'
        else 'no pilot asked for a job'
    end as reason
from found
left join dirac_job using (job_id)
left join dirac_pilot using (seq)
left join task_queue_row using (policy, tq_id)

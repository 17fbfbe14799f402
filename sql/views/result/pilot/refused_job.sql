-- title: jobs that stand in no task queue, with the reason
select getvariable('policy') as policy, job_id, reason from refused_job order by job_id

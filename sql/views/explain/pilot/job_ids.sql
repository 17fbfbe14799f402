-- title: the jobs of the snapshot
select dirac_job.job_id from dirac_job order by dirac_job.job_id

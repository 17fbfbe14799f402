-- title: the jobs of the snapshot
select job_id from dirac_job order by job_id

-- title: pilots by what they get, and the jobs that wait for them
-- grain: one row
select
    (select count(*) from standing) + (select count(*) from refused_pilot) as n_pilots,
    (select count(*) from match where match.job_id is not null) as n_served,
    (
        select count(*)
        from match
        anti join gate_hit using (seq)
        anti join refused_pilot using (seq)
        where match.job_id is null
    ) as n_unserved,
    (select count(distinct gate_hit.seq) from gate_hit)
    + (select count(*) from refused_pilot) as n_refused,
    (select count(*) from task_queue) as n_queues,
    (select count(*) from waiting_job) as n_jobs,
    (select count(*) from refused_job) as n_refused_jobs,
    (
        select count(*)
        from task_queue
        left join (select distinct eligible.tq_id from eligible) as wanted using (tq_id)
        where wanted.tq_id is null
    ) as n_unwanted_queues

-- title: which part of the matches each DIRAC group got, and is meant to get
-- grain: snapshot_id, policy, name
-- nulls: a group without a share, or not recorded, has the usual one
-- note: group shares
with
    lines as (
        select
            run_task_queue.policy,
            run_task_queue.owner_group as name,
            sum(run_task_queue.n_jobs)::bigint as n_jobs,
            sum(coalesce(given.n_matched, 0))::bigint as n_matched
        from run_task_queue
        left join
            (
                select policy, tq_id, count(*) as n_matched
                from run_match
                where job_id is not null
                group by policy, tq_id
            ) as given using (policy, tq_id)
        group by run_task_queue.policy, run_task_queue.owner_group
    ),
    asked as (
        select
            lines.*,
            coalesce(max(dirac_group.job_share), getvariable('usual_job_share')::double) as share
        from lines
        left join dirac_group on lines.name = dirac_group.group_name
        group by all
    )

select
    snapshot.snapshot_id,
    snapshot.snapshot_time,
    asked.policy,
    asked.name,
    100
    * asked.share
    / nullif(fsum(asked.share order by asked.share) over whole, 0) as target_percent,
    100.0::double * asked.n_matched / nullif(sum(asked.n_matched) over whole, 0) as used_percent,
    used_percent / nullif(target_percent, 0) as used_ratio,
    asked.n_jobs - asked.n_matched as n_waiting,
    asked.n_matched
from asked
cross join snapshot
window whole as (partition by asked.policy)
order by asked.policy, asked.name

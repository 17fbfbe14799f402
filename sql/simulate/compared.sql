-- title: policies side by side, by what became of the same jobs
-- grain: policy
-- source: C001
-- note: use of cores from the second cycle on, means over cycles; waits of all jobs
-- that came, of those that have not started by the end what they waited so far, h
-- note: all CPUs are used all the time, and waiting is as short as possible
with
    flows as (
        select
            policy,
            count(distinct snapshot_id) as n_cycles,
            sum(n_arrived)::bigint as n_arrived,
            sum(n_placed)::bigint as n_placed,
            sum(n_started)::bigint as n_started,
            sum(n_finished)::bigint as n_finished
        from job_flow
        group by policy
    ),
    ends as (
        select
            policy,
            sum(n_unplaced)::bigint as n_unplaced,
            sum(n_waiting)::bigint as n_waiting,
            sum(n_running)::bigint as n_running
        from job_flow
        where snapshot_time = (select max(last.snapshot_time) from job_flow as last)
        group by policy
    ),
    uses as (
        select
            policy,
            100
            * fsum(n_cores_held order by n_cores_held)
            / nullif(fsum(n_cores order by n_cores), 0) as cores_used_percent
        from queue_state
        where snapshot_time > (select min(first.snapshot_time) from queue_state as first)
        group by policy
    )

select flows.*, ends.* exclude (policy), uses.cores_used_percent, wait_figures.* exclude (policy)
from flows
left join ends on flows.policy = ends.policy
left join uses on flows.policy = uses.policy
left join wait_figures on flows.policy = wait_figures.policy
order by flows.policy

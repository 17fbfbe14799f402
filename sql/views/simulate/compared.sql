-- title: policies side by side, by what became of the same jobs
-- grain: policy
-- source: C001
-- note: use of cores from the second cycle on, means over cycles; waits of all jobs
-- that came, of those that have not started by the end what they waited so far, h
-- note: all CPUs are used all the time, and waiting is as short as possible
with

    flows as (
        select
            job_flow.policy,
            count(distinct job_flow.snapshot_id) as n_cycles,
            sum(job_flow.n_arrived)::bigint as n_arrived,
            sum(job_flow.n_placed)::bigint as n_placed,
            sum(job_flow.n_started)::bigint as n_started,
            sum(job_flow.n_finished)::bigint as n_finished
        from job_flow
        group by job_flow.policy
    ),

    ends as (
        select
            job_flow.policy,
            sum(job_flow.n_unplaced)::bigint as n_unplaced,
            sum(job_flow.n_waiting)::bigint as n_waiting,
            sum(job_flow.n_running)::bigint as n_running
        from job_flow
        where
            job_flow.snapshot_time
            = (select max(last.snapshot_time) from job_flow as last)
        group by job_flow.policy
    ),

    uses as (
        select
            queue_state.policy,
            100
            * fsum(queue_state.n_cores_held order by queue_state.n_cores_held)
            / nullif(
                fsum(queue_state.n_cores order by queue_state.n_cores), 0
            ) as cores_used_percent
        from queue_state
        where
            queue_state.snapshot_time
            > (select min(first.snapshot_time) from queue_state as first)
        group by queue_state.policy
    )

select
    flows.*,
    ends.* exclude (policy),
    uses.cores_used_percent,
    wait_figures.* exclude (policy)
from flows
left join ends on flows.policy = ends.policy
left join uses on flows.policy = uses.policy
left join wait_figures on flows.policy = wait_figures.policy
order by flows.policy

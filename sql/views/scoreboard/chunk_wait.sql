-- title: how long the jobs of an assigned chunk wait on average, as an estimate
-- grain: policy, jedi_task_id, chunk_no
-- source: C002
-- nulls: queues without a known start do not count; where none weighs, all count alike
-- note: its queues count by weight, since jobs are shared out by weight
with
    chosen as (
        select
            run_candidate.policy,
            run_candidate.jedi_task_id,
            run_candidate.chunk_no,
            queue_wait.wait_s,
            greatest(run_candidate.weight, 0) as weight
        from run_candidate
        inner join queue_wait on run_candidate.unified_name = queue_wait.queue_name
        where not run_candidate.for_jumbo
    )

select
    policy,
    jedi_task_id,
    chunk_no,
    coalesce(
        fsum(wait_s * weight order by wait_s, weight) / nullif(fsum(weight order by weight), 0),
        fsum(wait_s order by wait_s) / count(*)
    ) as wait_s
from chosen
group by policy, jedi_task_id, chunk_no

-- title: how each chunk fared in a cycle
-- grain: snapshot_id, policy, jedi_task_id, chunk_no
-- capped: queues passed every check, but caps left none of them
-- nulls: no share for a task that loading refused; no estimate for a chunk that is not
-- assigned, or of whose queues no start is known
select
    snapshot.snapshot_id,
    snapshot.snapshot_time,
    run_result.policy,
    run_result.jedi_task_id,
    run_result.chunk_no,
    task.gshare,
    run_result.status,
    run_result.status = 'pending' and run_result.n_candidates > 0 as is_capped,
    steady(chunk_wait.wait_s) as wait_s,
    task.frozen_time
from run_result
left join task using (jedi_task_id)
left join chunk_wait using (policy, jedi_task_id, chunk_no)
cross join snapshot
where run_result.jedi_task_id is not null
order by run_result.policy, run_result.jedi_task_id, run_result.chunk_no

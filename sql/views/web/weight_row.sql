-- title: every pair that reached the weights, with its factors; place counts all of
-- them
-- grain: policy, jedi_task_id, chunk_no, queue_name
select
    weighed.policy,
    weighed.jedi_task_id,
    weighed.chunk_no,
    row_number() over (
        partition by weighed.policy, weighed.jedi_task_id, weighed.chunk_no
        order by candidate.rank nulls last, weighed.weight desc nulls last, weighed.queue_name
    )::integer as place,
    candidate.rank,
    weighed.queue_name,
    weighed.unified_name,
    weighed.weight,
    weighed.* exclude (
        snapshot_id,
        policy,
        jedi_task_id,
        chunk_no,
        queue_name,
        unified_name,
        weight,
        criterion,
        detail,
        n_running_cap,
        n_queued,
        platform,
        max_wdir,
        is_bootstrap,
        for_jumbo
    ),
    weighed.criterion,
    weighed.detail,
    weighed.n_queued,
    weighed.n_running_cap,
    weighed.is_bootstrap,
    weighed.for_jumbo,
    weighed.platform,
    weighed.max_wdir
from weighed
left join
    candidate
    on weighed.policy = candidate.policy
    and weighed.jedi_task_id = candidate.jedi_task_id
    and weighed.chunk_no = candidate.chunk_no
    and weighed.queue_name = candidate.queue_name
    and weighed.for_jumbo is not distinct from candidate.for_jumbo

-- title: one row per decision
select
    getvariable('policy') as policy,
    result.jedi_task_id,
    result.chunk_no::integer as chunk_no,
    result.status,
    result.criterion,
    result.reason,
    result.retry_after_s,
    result.n_candidates,
    result.n_selected,
    result.* exclude (
        jedi_task_id,
        chunk_no,
        status,
        criterion,
        reason,
        retry_after_s,
        n_candidates,
        n_selected
    )
from result
order by result.jedi_task_id, result.chunk_no

-- title: one row per decision
select
    getvariable('policy') as policy,
    jedi_task_id,
    result.chunk_no::integer as chunk_no,
    status,
    criterion,
    reason,
    retry_after_s,
    n_candidates,
    n_selected,
    result.* exclude (
        jedi_task_id, chunk_no, status, criterion, reason, retry_after_s, n_candidates, n_selected
    )
from result
order by jedi_task_id, result.chunk_no

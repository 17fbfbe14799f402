-- title: every pair that reached the weights, chosen or not
select
    getvariable('policy') as policy,
    jedi_task_id,
    weighed.chunk_no::integer as chunk_no,
    queue_name,
    unified_name,
    weight,
    is_bootstrap,
    for_jumbo,
    n_running_cap,
    n_queued,
    platform,
    max_wdir,
    weighed.* exclude (
        pair_no,
        unit_no,
        jedi_task_id,
        chunk_no,
        round,
        queue_name,
        unified_name,
        rank,
        weight,
        is_bootstrap,
        for_jumbo,
        n_running_cap,
        n_queued,
        platform,
        max_wdir,
        is_chosen,
        criterion,
        detail
    ),
    criterion,
    detail
from weighed
order by jedi_task_id, weighed.chunk_no, for_jumbo, rank nulls last, weight desc, queue_name

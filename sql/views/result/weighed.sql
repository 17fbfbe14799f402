-- title: every pair that reached the weights, chosen or not
select
    getvariable('policy') as policy,
    weighed.jedi_task_id,
    weighed.chunk_no::integer as chunk_no,
    weighed.queue_name,
    weighed.unified_name,
    weighed.weight,
    weighed.is_bootstrap,
    weighed.for_jumbo,
    weighed.n_running_cap,
    weighed.n_queued,
    weighed.platform,
    weighed.max_wdir,
    weighed.* exclude (
        pair_no,
        unit_no,
        jedi_task_id,
        chunk_no,
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
    weighed.criterion,
    weighed.detail
from weighed
order by
    weighed.jedi_task_id,
    weighed.chunk_no,
    weighed.for_jumbo,
    weighed.rank nulls last,
    weighed.weight desc,
    weighed.queue_name

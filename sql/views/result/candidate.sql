-- title: the ranked choice with all weight factors
select
    getvariable('policy') as policy,
    weighed.jedi_task_id,
    weighed.chunk_no::integer as chunk_no,
    weighed.queue_name,
    weighed.unified_name,
    weighed.rank,
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
    )
from weighed
where weighed.is_chosen
order by weighed.jedi_task_id, weighed.chunk_no, weighed.for_jumbo, weighed.rank

-- title: the factors of every pair that reached the weights, one below the other
-- grain: policy, jedi_task_id, chunk_no, queue_name, for_jumbo, factor
unpivot (
    select
        weight_row.rank is not null as is_chosen,
        weight_row.* exclude (
            rank,
            n_running_cap,
            n_queued,
            max_wdir,
            is_bootstrap,
            unified_name,
            platform,
            criterion,
            detail
        )
    from weight_row
)
on columns(* exclude (is_chosen, policy, jedi_task_id, chunk_no, queue_name, for_jumbo, place))
into name factor value x

-- criterion: -io
-- label: IO check
-- title: the task is I/O intensive, and too much of its input is not on disk at the
-- queue
-- class: policy
-- owner: task
-- source: C063, C064, C066, O020, O021, O022
-- bounds: exactly 10 GiB or 100 files to move fail on the page, pass in the running
-- system
-- nulls: a chunk without input is not checked
-- differs: in the running system input on tape serves where no queue has it on disk,
-- and the check is off where no queue passes; merge chunks, event service, a single
-- pre-assigned queue and input of which no size is known are not checked
-- note: either limit alone drops; queues that a filter with effect defer holds back
-- count as having the data
with
    judged as (
        select
            pair_io.*,
            bool_or(is_within_limits) over chunks as is_some_within_limits,
            bool_or(is_somewhere) over chunks as is_some_somewhere
        from pair_io
        window chunks as (partition by jedi_task_id, chunk_no)
    )

select
    judged.*,
    format(
        '{} MB in {} files are not on local disk, limits {:.10g} GB and {} files',
        judged.mb_not_on_disk,
        judged.n_not_on_disk,
        cfg.size_cutoff_to_move_input,
        cfg.num_cutoff_to_move_input
    ) as detail
from judged
cross join cfg
where
    case
        when cfg.io_check_mode = 'strict' or judged.is_some_within_limits
        then not judged.is_within_limits
        else judged.is_some_somewhere and not judged.is_somewhere
    end

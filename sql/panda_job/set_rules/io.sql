-- criterion: -io
-- label: IO check
-- title: too much input of an I/O intensive task would have to be moved to the queue
-- effect: drop
-- class: policy
-- source: Brokerage page, ATLAS Production Job Brokerage, "If the task ioIntensity is
-- source: larger than
-- source: IO_INTENSITY_CUTOFF"
-- source: spec/production.md 5.3 JB-80; queues marked by a defer filter take part
-- bounds: exactly 10 GiB or 100 files to move fail on the page, pass in the running
-- bounds: system
-- nulls: a chunk without input is not checked; nor are merge and event service chunks
-- differs: input on tape serves where no queue has it on disk, and the check is off
-- differs: where no queue
-- differs: passes, in the running system (D34); a single pre-assigned queue is not
-- differs: checked (D47)
with

    checked as (
        select
            passed.jedi_task_id,
            passed.chunk_no,
            passed.queue_name,
            pair_input.mb_not_on_disk,
            pair_input.n_not_on_disk,
            case
                when cfg.io_check_mode = 'strict'
                then
                    pair_input.mb_not_on_disk < cfg.size_cutoff_to_move_input * 1024
                    and pair_input.n_not_on_disk < cfg.num_cutoff_to_move_input
                else
                    pair_input.mb_not_on_disk <= cfg.size_cutoff_to_move_input * 1024
                    and pair_input.n_not_on_disk <= cfg.num_cutoff_to_move_input
            end as is_on_disk,
            cfg.io_check_mode <> 'strict'
            and least(pair_input.mb_not_on_disk, pair_input.mb_nowhere)
            <= cfg.size_cutoff_to_move_input * 1024
            and least(pair_input.n_not_on_disk, pair_input.n_nowhere)
            <= cfg.num_cutoff_to_move_input as is_somewhere
        from passed
        inner join
            chunk
            on passed.jedi_task_id = chunk.jedi_task_id
            and passed.chunk_no = chunk.chunk_no
        inner join
            pair_input
            on passed.jedi_task_id = pair_input.jedi_task_id
            and passed.chunk_no = pair_input.chunk_no
            and passed.unified_name = pair_input.queue_name
        cross join cfg
        where
            chunk.io_intensity > cfg.io_intensity_cutoff
            and not chunk.is_merging
            and not chunk.is_es_pure
            and pair_input.total_bytes > 0
            and not (
                chunk.is_single_preassigned
                and list_contains(cfg.preassign_single_exempts, '-io')
            )
    ),

    judged as (
        select
            checked.*,
            bool_or(checked.is_on_disk) over chunks as is_some_on_disk,
            bool_or(checked.is_somewhere) over chunks as is_some_somewhere
        from checked
        window chunks as (partition by checked.jedi_task_id, checked.chunk_no)
    )

select
    judged.jedi_task_id,
    judged.chunk_no,
    judged.queue_name,
    format(
        '{} MB in {} files are not on local disk, fewer than {} GB and {} files asked',
        judged.mb_not_on_disk,
        judged.n_not_on_disk,
        cfg.size_cutoff_to_move_input,
        cfg.num_cutoff_to_move_input
    ) as detail
from judged
cross join cfg
where
    case
        when cfg.io_check_mode = 'strict' or judged.is_some_on_disk
        then not judged.is_on_disk
        else judged.is_some_somewhere and not judged.is_somewhere
    end

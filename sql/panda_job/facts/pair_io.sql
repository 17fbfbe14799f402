-- title: would an I/O intensive task have to move too much input to a queue?
-- grain: pair_no
-- source: spec/production.md 5.3; rows only for the pairs that the IO check looks at
-- differs: exactly the limits fail on the page, pass in the running system; input
-- differs: on tape
-- differs: counts in the running system only (D34)
select
    passed.pair_no,
    passed.jedi_task_id,
    passed.chunk_no,
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

-- title: would an I/O intensive task have to move too much input to a queue?
-- grain: jedi_task_id, chunk_no, pseudo_queue
-- kind: view
-- source: C065, O020, O021
-- differs: exactly the limits fail on the page, pass in the running system; input on
-- tape counts in the running system only; that does not look at input without a size
-- note: rows only for the pairs that the IO check looks at
select
    pair_input.jedi_task_id,
    pair_input.chunk_no,
    pair_input.pseudo_queue,
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
    end as is_within_limits,
    cfg.io_check_mode <> 'strict'
    and least(pair_input.mb_not_on_disk, pair_input.mb_nowhere)
    <= cfg.size_cutoff_to_move_input * 1024
    and least(pair_input.n_not_on_disk, pair_input.n_nowhere)
    <= cfg.num_cutoff_to_move_input as is_somewhere
from weighed_chunk
inner join pair_input using (jedi_task_id, chunk_no)
cross join cfg
where weighed_chunk.is_io_checked and (pair_input.total_bytes > 0 or cfg.io_check_mode = 'strict')

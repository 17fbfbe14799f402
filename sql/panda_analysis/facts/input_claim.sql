-- title: what each copy of an input dataset is worth to its queue
-- grain: jedi_task_id, chunk_no, dataset_name, queue_name
-- differs: in the running system a queue that sees a dataset through a virtual
-- placement lacks it where some disk has it, even its own
select
    input_at_queue.*,
    input_state.is_at_some_disk,
    (input_state.is_distributed or input_state.is_nowhere_whole)
    and not input_state.is_at_some_disk as is_part_allowed,
    input_state.is_at_some_disk
    and input_at_queue.is_listed_seen
    and (cfg.vp_hides_own_copy or not input_at_queue.is_on_disk) as is_hidden,
    input_at_queue.is_on_disk or input_at_queue.is_on_tape or input_at_queue.is_seen as is_whole,
    input_at_queue.is_on_disk
    or (chunk_source.may_use_vp and input_at_queue.is_seen) as is_whole_on_disk,
    input_at_queue.is_listed_on_disk
    or (chunk_source.may_use_vp and input_at_queue.is_listed_seen) as is_part_on_disk,
    input_at_queue.is_on_disk or input_at_queue.is_on_tape as is_whole_real,
    input_at_queue.is_listed_on_disk or input_at_queue.is_listed_on_tape as is_part_real
from input_at_queue
inner join input_state using (jedi_task_id, chunk_no, dataset_name)
inner join chunk_source using (jedi_task_id, chunk_no)
cross join cfg

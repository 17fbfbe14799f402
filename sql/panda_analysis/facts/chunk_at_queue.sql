-- title: how much of the input of a chunk a queue holds
-- grain: jedi_task_id, chunk_no, queue_name
-- note: a queue with a whole and a partial copy counts twice where partial ones are
-- taken
select
    input_place.jedi_task_id,
    input_place.chunk_no,
    input_place.queue_name,
    count(*) filter (input_place.is_anywhere) = any_value(analysis_chunk.n_datasets) as holds_all,
    count(*) filter (input_place.is_on_disk)
    = any_value(analysis_chunk.n_datasets) as holds_all_on_disk,
    count(*) filter (input_place.is_real)
    = any_value(analysis_chunk.n_datasets) as holds_all_really,
    bool_or(input_place.is_anywhere) as holds_some,
    bool_or(input_place.is_on_disk) as holds_some_on_disk,
    bool_or(input_place.is_real) as holds_some_really,
    nullif(
        fsum(
            case
                when not input_place.is_anywhere
                then 0
                when input_place.is_on_disk
                then input_place.n_lists
                else input_place.n_lists * cfg.tape_data_weight
            end
            order by input_place.is_anywhere, input_place.is_on_disk, input_place.n_lists
        ),
        0
    ) as data_weight
from input_place
inner join analysis_chunk using (jedi_task_id, chunk_no)
cross join cfg
group by input_place.jedi_task_id, input_place.chunk_no, input_place.queue_name

-- title: what alone keeps tasks from one queue, with these pairs and their numbers
-- grain: bit
-- note: ranked by tasks, then by the cores of their jobs
select
    criterion.bit,
    parse_filename(criterion.file, true) as stem,
    count(*) as n_tasks,
    sum(chunk_cores.n_cores)::bigint as n_cores,
    list(
        struct_pack(
            jedi_task_id := nearest_pair.jedi_task_id,
            chunk_no := nearest_pair.chunk_no,
            queue_name := nearest_pair.queue_name,
            round := nearest_pair.round
        )
    ) as pairs,
    list_distinct(
        list(struct_pack(asked := verdict_reason.asked, offered := verdict_reason.offered))
    ) as ends
from nearest_pair
inner join verdict_reason using (jedi_task_id, chunk_no, queue_name, round)
inner join criterion on verdict_reason.bit = criterion.bit
inner join chunk_cores using (jedi_task_id)
where nearest_pair.is_barred and nearest_pair.n_failing = 1 and verdict_reason.unified_name = ?
group by criterion.bit, criterion.file
order by n_tasks desc, n_cores desc, criterion.bit

-- title: memory of a job of a chunk at a queue
-- grain: jedi_task_id, chunk_no, queue_name
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    unit.ram_count * greatest(partner.core_count, 1) as need_mb
from candidate
inner join
    unit
    on candidate.jedi_task_id = unit.jedi_task_id
    and candidate.chunk_no = unit.chunk_no
inner join partner on candidate.queue_name = partner.queue_name
where unit.ram_count > 0

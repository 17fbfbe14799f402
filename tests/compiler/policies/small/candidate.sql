-- title: every chunk at every queue that takes production
-- in_results: queue_name as queue_name, queue_name as unified_name
select unit.jedi_task_id, unit.chunk_no, partner.queue_name
from unit
cross join partner
where partner.type = 'production' and not unit.is_done

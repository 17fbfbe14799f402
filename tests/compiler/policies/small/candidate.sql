-- title: every chunk at every queue that takes production
select unit.jedi_task_id, unit.chunk_no, partner.queue_name, partner.unified_name
from unit
cross join partner
where partner.type = 'production' and not unit.is_done

-- title: why a queue is outside the frame of candidates of all tasks
-- grain: detail
select told.detail, count(distinct told.jedi_task_id) as n
from $filter as told
inner join numbered_partner on told.queue_name = numbered_partner.queue_name
where numbered_partner.unified_name = ?
group by told.detail
order by n desc, told.detail

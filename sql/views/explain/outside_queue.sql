-- title: why a queue is outside the frame of candidates of all tasks
-- grain: detail
select rejection.detail, count(distinct rejection.jedi_task_id) as n
from $filter as rejection
inner join numbered_partner on rejection.$partner = numbered_partner.queue_name
where numbered_partner.unified_name = ?
group by rejection.detail
order by n desc, rejection.detail

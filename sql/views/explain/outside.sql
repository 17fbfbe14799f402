-- title: why queues are outside the frame of candidates of one chunk
-- grain: detail
select rejection.detail, count(distinct numbered_partner.unified_name) as n
from $filter as rejection
inner join numbered_partner on rejection.$partner = numbered_partner.queue_name
where rejection.jedi_task_id = ? and rejection.chunk_no = ?
group by rejection.detail
order by n desc, rejection.detail

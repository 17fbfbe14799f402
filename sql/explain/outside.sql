-- title: why queues are outside the frame of candidates of one chunk
-- grain: detail
select told.detail, count(distinct numbered_partner.unified_name) as n
from $filter as told
inner join numbered_partner on told.queue_name = numbered_partner.queue_name
where told.jedi_task_id = ? and told.chunk_no = ?
group by told.detail
order by n desc, told.detail

-- title: what is malformed or unusable in the fairshare policy of one queue
-- grain: remark
select queue_remark.remark
from queue_remark
where queue_remark.queue_name = ?
order by queue_remark.remark

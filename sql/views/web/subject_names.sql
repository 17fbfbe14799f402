-- title: what the pages of one kind can be about, a queue also by its pseudo queues
-- grain: name, stands_for
select name, stands_for
from subject
where policy = $1 and kind = $2
union
select queue_name, unified_name
from partner
where policy = $1 and $2 = 'queue'
order by name

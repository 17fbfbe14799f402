-- title: names of queues, sites and users, for those who misspell one
select queue_name as name
from queue
union
select site_name
from queue
where site_name is not null
union
select user_name
from task
where user_name is not null
order by name

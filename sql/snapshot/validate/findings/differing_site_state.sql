-- severity: note
-- table: queue
-- column: site_state
-- message: differs between queues of a nucleus: that of its first queue counts
select site_name as row_key
from queue
where role = 'nucleus'
group by site_name
having count(distinct coalesce(site_state, 'ACTIVE')) > 1

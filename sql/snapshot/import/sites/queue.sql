-- The site of a queue is its own word, else that of the site that names it.
update queue
set site_name = site_queue.site_name
from site_queue
where queue.queue_name = site_queue.queue_name and queue.site_name is null
;

update queue
set role = site_entry.role, site_state = coalesce(site_entry.site_state, queue.site_state)
from site_entry
where queue.site_name = site_entry.site_name
;

update endpoint
set site_name = site_endpoint.site_name
from site_endpoint
where endpoint.ddm_endpoint_name = site_endpoint.ddm_endpoint_name
;

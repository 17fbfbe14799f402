-- title: storage endpoints by which a nucleus takes and gives files
-- grain: nucleus, ddm_endpoint_name
-- source: C095, C096
-- differs: all endpoints of all queues of the nucleus on the page, the default output
-- endpoint of its first queue in the running system, which has none of a satellite
select nucleus_queue.nucleus, uses.ddm_endpoint_name
from nucleus_queue
inner join queue_endpoint_use as uses using (queue_name)
cross join cfg
where nucleus_queue.is_member and cfg.nucleus_endpoints = 'all'
union
select nucleus.nucleus, nucleus.output_endpoint as ddm_endpoint_name
from nucleus
cross join cfg
where
    nucleus.output_endpoint is not null
    and nucleus.role = 'nucleus'
    and cfg.nucleus_endpoints = 'default_output'

-- criterion: -blacklist
-- label: temporary problem check
-- title: the output endpoint is blacklisted
-- effect: defer
-- class: capacity
-- source: O037
-- bounds: none; TEST and all other values pass
-- nulls: an unknown status passes; a queue without default output endpoint passes
-- note: one flag for each endpoint, write_wan OFF
select candidate.*, format('{} is blacklisted', default_output.ddm_endpoint_name) as detail
from candidate
inner join default_output using (queue_name)
cross join cfg
where default_output.write_wan = cfg.blacklisted_status

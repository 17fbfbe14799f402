-- criterion: -blacklist
-- label: temporary problem check
-- title: the output endpoint is blacklisted
-- effect: defer
-- class: capacity
-- source: O037
-- bounds: none; TEST and all other values pass
-- nulls: an unknown status passes; a queue without default output endpoint passes
-- note: one flag for each endpoint, write_wan OFF
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format('{} is blacklisted', default_output.ddm_endpoint_name) as detail
from candidate
inner join default_output on candidate.unified_name = default_output.queue_name
cross join cfg
where default_output.write_wan = cfg.blacklisted_status

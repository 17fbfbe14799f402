-- criterion: -disk
-- label: storage space check
-- title: the input endpoint has too little space for input that comes from elsewhere
-- class: capacity
-- source: running system
-- bounds: exactly the limit fails on the page, passes in the running system
-- nulls: unknown space counts as 0; no default input endpoint passes
-- differs: what counts as free, and the limit itself (storage_free_model,
-- storage_free_op)
-- note: round 2, where input and output endpoints differ; the page is silent on two
-- endpoints
select
    candidate.*,
    cfg.storage_min_free_size as asked,
    if(cfg.storage_free_op = '>=', '<=', '<') as operator,
    default_input.space_gb as offered,
    'GB' as unit,
    format('{} GB at {}, {} GB asked', offered, default_input.ddm_endpoint_name, asked) as detail
from candidate
inner join default_input using (queue_name)
left join default_output using (queue_name)
cross join cfg
where
    candidate.round = 2
    and default_input.ddm_endpoint_name is distinct from default_output.ddm_endpoint_name
    and not exceeds(offered, asked, cfg.storage_free_op)

-- criterion: -disk
-- label: storage space check
-- title: the output endpoint has too little free space
-- class: capacity
-- source: C310
-- bounds: exactly the limit fails on the page, passes in the running system
-- nulls: unknown space counts as 0; no default output endpoint passes
-- differs: usable space and its own limit in the running system
select
    candidate.*,
    cfg.storage_min_free_size_output as asked,
    if(cfg.storage_free_op = '>=', '<=', '<') as operator,
    default_output.space_gb as offered,
    'GB' as unit,
    format(
        '{}: {} GB {}, {} {} GB asked',
        default_output.ddm_endpoint_name,
        offered,
        cfg.storage_free_model,
        asked_words(cfg.storage_free_op),
        asked
    ) as detail
from candidate
inner join default_output using (queue_name)
cross join cfg
where not exceeds(offered, asked, cfg.storage_free_op)

-- criterion: -disk
-- label: temporary problem check
-- title: the output endpoint has too little free space
-- effect: defer
-- class: capacity
-- source: C088, O036
-- bounds: exactly 200 GB fails on the page, passes in the running system
-- nulls: unknown space counts as 0; no default output endpoint passes; a limit of 0
-- means 200
-- differs: the page takes free space, the running system usable space: + expired -
-- min_free - unavailable
select
    candidate.*,
    cfg.storage_min_free_size as asked,
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
where default_output.is_output and not exceeds(offered, asked, cfg.storage_free_op)

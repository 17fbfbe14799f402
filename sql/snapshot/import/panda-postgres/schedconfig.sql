-- Read on as objects of CRIC, see import/panda/queue.sql. The order is that in which
-- the broker finds them, which the server does not promise.
select
    row_number() over () - 1 as queue_order,
    config.panda_queue,
    config.data::text as data,
    queue.site_name,
    site.role
from schedconfig_json as config
left join panda_site as queue on config.panda_queue = queue.panda_site_name
left join site on queue.site_name = site.site_name
where config.panda_queue not in ('', 'ALL') and config.data is not null

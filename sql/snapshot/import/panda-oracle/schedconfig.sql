-- Untested: written after import/panda-postgres, for Oracle.
-- Read on as objects of CRIC, see import/panda/queue.sql. The order is that in which
-- the broker finds them, which the server does not promise.
select rownum - 1 as queue_order, config.panda_queue, config.data, queue.site_name, site.role
from schedconfig_json config
left join panda_site queue on config.panda_queue = queue.panda_site_name
left join site on queue.site_name = site.site_name
where config.panda_queue <> 'ALL' and config.data is not null

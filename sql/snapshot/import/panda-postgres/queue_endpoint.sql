-- Without a scope it is the default one. The roles are a list in a text.
select
    relation.panda_site_name as queue_name,
    relation.ddm_endpoint_name,
    coalesce(relation.scope, 'default') as scope,
    relation.is_local = 'Y' as is_local,
    relation.roles like '%read_lan%' as read_lan_role,
    relation.roles like '%write_lan%' as write_lan_role,
    relation.default_read = 'Y' as default_read,
    relation.default_write = 'Y' as default_write,
    relation.order_read::bigint as order_read,
    relation.order_write::bigint as order_write
from panda_ddm_relation as relation
inner join ddm_endpoint as endpoint on relation.ddm_endpoint_name = endpoint.ddm_endpoint_name

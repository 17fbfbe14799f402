-- Untested: written after import/panda-postgres, for Oracle.
-- Without a scope it is the default one. The roles are a list in a text.
select
    relation.panda_site_name as queue_name,
    relation.ddm_endpoint_name,
    coalesce(relation.scope, 'default') as scope,
    case when relation.is_local = 'Y' then 1 else 0 end as is_local,
    case when relation.roles like '%read_lan%' then 1 else 0 end as read_lan_role,
    case when relation.roles like '%write_lan%' then 1 else 0 end as write_lan_role,
    case when relation.default_read = 'Y' then 1 else 0 end as default_read,
    case when relation.default_write = 'Y' then 1 else 0 end as default_write,
    cast(relation.order_read as number(18)) as order_read,
    cast(relation.order_write as number(18)) as order_write
from panda_ddm_relation relation
inner join ddm_endpoint endpoint on relation.ddm_endpoint_name = endpoint.ddm_endpoint_name

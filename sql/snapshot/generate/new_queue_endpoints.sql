-- Which queues use which storage: a queue reads disk, then tape, and writes to
-- disk; analysis writes to scratch disk first. 2 % of the queues have none.
insert into queue_endpoint by name
with
    kinds(type, scope, order_read, order_write) as (
        values
            ('DATADISK', 'default', 1, 1),
            ('DATATAPE', 'default', 2, null),
            ('MCTAPE', 'default', 3, null),
            ('SCRATCHDISK', 'default', 4, 2),
            ('LOCALGROUPDISK', 'default', 5, 3),
            ('VP_DISK', 'default', 6, null),
            ('SCRATCHDISK', 'analysis', null, 1),
            ('DATADISK', 'analysis', null, 2)
    ),
    stores as (
        select
            queue.queue_name,
            queue.queue_order,
            endpoint.ddm_endpoint_name,
            endpoint.site_name = queue.site_name as is_local,
            kinds.scope,
            kinds.order_read,
            kinds.order_write
        from queue
        inner join new_site as home using (site_name)
        inner join new_site as host on home.host_no = host.site_no
        inner join endpoint on host.site_name = endpoint.site_name
        inner join kinds on endpoint.type = kinds.type
        where
            u('no_storage', queue.queue_order) >= 0.02
            and (
                kinds.scope = 'default'
                or u('analysis_storage', queue.queue_order) < 0.65
            )
    )

select
    queue_name,
    ddm_endpoint_name,
    scope,
    is_local,
    order_read is not null as read_lan_role,
    order_write is not null as write_lan_role,
    coalesce(
        order_read = min(order_read) over (partition by queue_name, scope), false
    ) as default_read,
    coalesce(
        order_write = min(order_write) over (partition by queue_name, scope), false
    ) as default_write,
    order_read,
    order_write
from stores
;

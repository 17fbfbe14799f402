-- What the import left out or could not read: kind quarantine or note.
with
    silent_links as (
        select network_link.link_order, network_link.json_key
        from network_link
        anti join
            network_value
            on network_link.link_order = network_value.link_order
            and network_value.value is not null
        where network_link.problem is null
    ),
    paths(path) as (
        values ('closeness'), ('mbps'), ('mbps.dashb'), ('files'), ('files.queued'), ('files.done')
    ),
    parts as (
        select
            network_link.link_order,
            network_link.json_key || '.' || paths.path as name,
            json_extract(network_link.link, '$.' || paths.path) as found
        from network_link
        cross join paths
        where network_link.problem is null
    ),
    objects as (
        select link_order, name, found
        from parts
        union all
        select parts.link_order, parts.name || '.' || activity.key as name, activity.value as found
        from parts
        cross join json_each(parts.found) as activity
        where
            json_type(parts.found) = 'OBJECT'
            and (parts.name like '%.files.queued' or parts.name like '%.files.done')
    ),
    findings as (
        select 0 as part, link_order, 'quarantine' as kind, json_key as subject, problem as text
        from network_link
        where problem is not null
        union all
        select
            1 as part,
            network_value.link_order,
            'note' as kind,
            network_link.json_key || '.' || network_value.key as subject,
            format('{} is no number, left out', left(network_value.found, 40)) as text
        from network_value
        inner join network_link on network_value.link_order = network_link.link_order
        where network_value.value is null
        union all
        select
            1 as part,
            link_order,
            'note' as kind,
            name as subject,
            format('{} is no object, left out', left(found::varchar, 40)) as text
        from objects
        where json_type(found) not in ('OBJECT', 'NULL')
        union all
        select
            2 as part,
            null as link_order,
            'note' as kind,
            'links' as subject,
            format(
                'read: {}; without any metric (one row, value unknown): {}',
                count(*) filter (where problem is null),
                (select count(*) from silent_links)
            ) as text
        from network_link
        union all
        select
            3 as part,
            null as link_order,
            'note' as kind,
            'timestamps' as subject,
            format(
                'the snapshot time stands for one that is missing (values: {})', count(*)
            ) as text
        from network_value
        where stamp is null and value is not null
        having count(*) > 0
    )

select kind, subject, text
from findings
order by part, link_order, subject
;

-- Endpoints that the queues name -> endpoint, where no import of endpoints knows them:
-- their state is unknown then. The site of an endpoint is the site among its users
-- whose name begins the endpoint's name (the longest), else the site with most queues
-- on it.
insert into endpoint by name
with
    users as (
        select ddm_endpoint_name, site_name, count(distinct queue_name) as n_queues
        from cric_storage
        group by all
    ),
    endpoints as (
        select
            ddm_endpoint_name,
            first(
                site_name
                order by
                    case
                        when
                            starts_with(
                                upper(replace(ddm_endpoint_name, '_', '-')) || '-',
                                upper(replace(site_name, '_', '-')) || '-'
                            )
                        then length(site_name)
                        else 0
                    end desc,
                    n_queues desc,
                    site_name
            ) as site_name
        from users
        group by ddm_endpoint_name
    ),
    typed as (
        select
            ddm_endpoint_name,
            site_name,
            case
                when ends_with(ddm_endpoint_name, '_VP_DISK')
                then 'VP_DISK'
                when regexp_matches(ddm_endpoint_name, '_LOCALGROUPDISK(-|$)')
                then 'LOCALGROUPDISK'
                when
                    regexp_matches(
                        ddm_endpoint_name, '_(DET|PERF|PHYS|PROJ|SOFT|TRIG)-[^_]*$'
                    )
                then 'GROUPDISK'
                else regexp_extract(ddm_endpoint_name, '_([^_]+)$', 1)
            end as type
        from endpoints
    )

select
    ddm_endpoint_name,
    site_name,
    nullif(type, '') as type,
    'ATLAS' || nullif(type, '') as space_token,
    regexp_matches(ddm_endpoint_name, 'TAPE$') as is_tape
from typed
where ddm_endpoint_name not in (select ddm_endpoint_name from endpoint)
order by ddm_endpoint_name
;

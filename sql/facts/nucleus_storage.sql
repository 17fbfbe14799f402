-- title: may files go over WAN to the storage of a nucleus, and from there?
-- grain: nucleus
-- source: C095, C096
-- nulls: an unknown status is fine; no row for a nucleus without endpoints
-- differs: the page asks for read_wan too, and for ON; the running system for a
-- write_wan that is not down
-- note: one endpoint that does both is enough
select
    nucleus_endpoint.nucleus,
    bool_or(
        is_usable(endpoint.write_wan, cfg.endpoint_status_mode)
        and (
            not cfg.nucleus_needs_read_wan or is_usable(endpoint.read_wan, cfg.endpoint_status_mode)
        )
    ) as is_open,
    string_agg(
        format(
            '{}: {}',
            endpoint.ddm_endpoint_name,
            concat_ws(
                ', ',
                case
                    when not is_usable(endpoint.write_wan, cfg.endpoint_status_mode)
                    then
                        'writing over WAN is ' || replace(endpoint.write_wan, 'OFF', 'switched off')
                end,
                case
                    when
                        cfg.nucleus_needs_read_wan
                        and not is_usable(endpoint.read_wan, cfg.endpoint_status_mode)
                    then 'reading over WAN is ' || replace(endpoint.read_wan, 'OFF', 'switched off')
                end
            )
        ),
        '; '
        order by endpoint.ddm_endpoint_name
    ) as detail
from nucleus_endpoint
inner join endpoint using (ddm_endpoint_name)
cross join cfg
group by nucleus_endpoint.nucleus

-- severity: warning
-- table: endpoint
-- column: read_lan, write_lan, read_wan, write_wan
-- message: is none of ON, OFF and TEST: no ON on the page, not down in profile asrun
with
    words as (
        select distinct
            ddm_endpoint_name, unnest([read_lan, write_lan, read_wan, write_wan]) as word
        from endpoint
    )

select ddm_endpoint_name as row_key, word as value
from words
where word not in ('ON', 'OFF', 'TEST')

-- kind: unknown_endpoint_status
-- severity: warning
-- table: endpoint
-- column: read_lan, write_lan, read_wan, write_wan
-- message: is none of ON, OFF and TEST: no ON on the page, not down in profile asrun
with
    words as (
        select distinct
            endpoint.ddm_endpoint_name,
            unnest([read_lan, write_lan, read_wan, write_wan]) as word
        from endpoint
    )

select words.ddm_endpoint_name as row_key, words.word as value
from words
where words.word not in ('ON', 'OFF', 'TEST')

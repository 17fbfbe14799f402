-- criterion: -dest_blacklisted
-- label: temporary problem check
-- title: the storage of the nucleus cannot take or give files over WAN
-- effect: defer
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "The nucleus storage
-- source: endpoints must allow receivng and sending files over WAN"
-- source: spec/production.md 4.4 JB-20
-- bounds: none
-- nulls: an unknown status passes; a queue without storage site passes; an unknown
-- nulls: endpoint passes
-- differs: the page asks for read_wan too (D5) and for ON (D46); the running system
-- differs: only for a write_wan that is not down
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        '{} write_wan {}, read_wan {}',
        nucleus.output_endpoint,
        coalesce(nucleus.write_wan, 'unknown'),
        coalesce(nucleus.read_wan, 'unknown')
    ) as detail
from candidate
inner join
    chunk
    on candidate.jedi_task_id = chunk.jedi_task_id
    and candidate.chunk_no = chunk.chunk_no
inner join nucleus on chunk.nucleus = nucleus.nucleus
inner join default_output on candidate.unified_name = default_output.queue_name
cross join cfg
where
    default_output.storage_site <> chunk.nucleus
    and (
        not is_usable(nucleus.write_wan, cfg.endpoint_status_mode)
        or (
            cfg.nucleus_needs_read_wan
            and not is_usable(nucleus.read_wan, cfg.endpoint_status_mode)
        )
    )

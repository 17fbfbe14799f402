-- criterion: -link_unusable
-- label: temporary problem check
-- title: too many files wait on the link to the nucleus
-- effect: defer
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "NQUEUED_SAT_CAP"
-- source: spec/production.md 4.4 JB-23
-- bounds: a count equal to the cap passes on the page, fails in the running system
-- nulls: a missing link or count passes; a queue without storage site passes
-- differs: the cap itself (D4)
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        '{} files wait on the link, cap {}', link.n_queued::bigint, cfg.nqueued_sat_cap
    ) as detail
from candidate
inner join
    chunk
    on candidate.jedi_task_id = chunk.jedi_task_id
    and candidate.chunk_no = chunk.chunk_no
inner join default_output on candidate.unified_name = default_output.queue_name
inner join
    link
    on chunk.nucleus = link.nucleus
    and chunk.transfer_activity = link.transfer_activity
    and default_output.storage_site = link.storage_site
cross join cfg
where
    default_output.storage_site <> chunk.nucleus
    and (
        link.n_queued > cfg.nqueued_sat_cap
        or (cfg.link_cap_op = '>=' and link.n_queued = cfg.nqueued_sat_cap)
    )

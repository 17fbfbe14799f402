-- criterion: -links_full
-- label: temporary problem check
-- title: too many files are to be aggregated to the nucleus
-- effect: defer
-- class: capacity
-- source: Older brokerage page, ATLAS Production, "Skip all queues if the number of
-- source: files to be aggregated to the nucleus is larger than
-- source: NQUEUED_NUC_CAP_FOR_JOBS"
-- source: spec/production.md 7 L4: links of pre-assigned chunks are not looked at
-- bounds: a total equal to the cap passes, in the running system it fails
-- nulls: a nucleus without queued files passes; a queue without storage site passes
-- differs: the cap itself (link_cap_op), and whether the nucleus closes its own queues
-- differs: (nuc_cap_spares_nucleus)
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        '{} files wait for the nucleus, cap {} files',
        ceil(nucleus_link.n_backlog)::bigint,
        cfg.nqueued_nuc_cap_for_jobs
    ) as detail
from candidate
inner join
    chunk
    on candidate.jedi_task_id = chunk.jedi_task_id
    and candidate.chunk_no = chunk.chunk_no
inner join
    nucleus_link
    on chunk.nucleus = nucleus_link.nucleus
    and chunk.transfer_activity = nucleus_link.transfer_activity
    and candidate.unified_name = nucleus_link.queue_name
cross join cfg
where
    not nucleus_link.is_spared
    and exceeds(nucleus_link.n_backlog, cfg.nqueued_nuc_cap_for_jobs, cfg.link_cap_op)
    and not chunk.is_preassigned

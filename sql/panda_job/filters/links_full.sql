-- criterion: -links_full
-- label: temporary problem check
-- title: too many files wait for transfer to the nucleus, over all links
-- effect: defer
-- class: capacity
-- source: Brokerage page, ATLAS Production Job Brokerage, "NQUEUED_NUC_CAP_FOR_JOBS"
-- source: spec/production.md 4.4 JB-21
-- bounds: a total equal to the cap passes on the page, fails in the running system
-- nulls: a nucleus without queued files passes; a queue without storage site passes
-- differs: the cap itself (D4); the running system spares queues whose ATLAS site is
-- differs: the nucleus, the page closes them too
-- differs: shadowed by -dest_blacklisted, which stands before it in one chain
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        '{} files wait for the nucleus, cap {}',
        nucleus_backlog.n_queued::bigint,
        cfg.nqueued_nuc_cap_for_jobs
    ) as detail
from candidate
inner join
    chunk
    on candidate.jedi_task_id = chunk.jedi_task_id
    and candidate.chunk_no = chunk.chunk_no
inner join nucleus on chunk.nucleus = nucleus.nucleus
inner join default_output on candidate.unified_name = default_output.queue_name
inner join
    nucleus_backlog
    on chunk.nucleus = nucleus_backlog.nucleus
    and chunk.transfer_activity = nucleus_backlog.transfer_activity
cross join cfg
where
    (
        not cfg.nuc_cap_spares_nucleus
        or default_output.storage_site <> chunk.nucleus
    )
    and (
        nucleus_backlog.n_queued > cfg.nqueued_nuc_cap_for_jobs
        or (
            cfg.link_cap_op = '>='
            and nucleus_backlog.n_queued = cfg.nqueued_nuc_cap_for_jobs
        )
    )

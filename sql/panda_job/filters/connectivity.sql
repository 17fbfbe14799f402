-- criterion: -network
-- label: network check
-- title: the worker nodes lack the connectivity that the task asks for
-- effect: drop
-- class: never_fits
-- source: C103, C105, C106, C107
-- bounds: full fits all, http fits http and none
-- nulls: a queue of unknown connectivity fits no task that asks for some
-- differs: a task may ask for none on the page: full, http and none accept it; on the
-- page a pre-assignment lifts only the status check; in the running system one to a
-- single queue lifts this one too
select
    candidate.jedi_task_id,
    candidate.chunk_no,
    candidate.queue_name,
    format(
        'queue has {}, task asks for ipConnectivity {}',
        coalesce(unified_queue.network_connectivity, 'unknown'),
        task_rule.ip_connectivity
    ) as detail
from candidate
inner join chunk using (jedi_task_id, chunk_no)
inner join task_rule using (jedi_task_id)
inner join unified_queue on candidate.unified_name = unified_queue.queue_name
cross join cfg
where
    task_rule.ip_connectivity is not null
    and not case
        when task_rule.ip_connectivity = cfg.ip_connectivity_full
        then coalesce(unified_queue.network_connectivity = 'full', false)
        when task_rule.ip_connectivity = cfg.ip_connectivity_http
        then coalesce(unified_queue.network_connectivity in ('full', 'http'), false)
        when cfg.connectivity_none
        then
            coalesce(
                unified_queue.network_connectivity in ('full', 'http', 'none'), false
            )
        else true
    end
    and not list_contains(chunk.exempt_from, '-network')

-- criterion: -network
-- label: network check
-- title: the worker nodes lack the connectivity that the task asks for
-- class: never_fits
-- exempts: preassigned_chunk
-- source: C103, C105, C106, C107, O039
-- bounds: full fits all, http fits http and none
-- nulls: a queue of unknown connectivity fits no task that asks for some
-- differs: a task may ask for none on the page: full, http and none accept it
select
    candidate.*,
    format(
        'queue has {}, task asks for ipConnectivity {}',
        coalesce(unified_queue.network_connectivity, 'unknown'),
        task_rule.ip_connectivity
    ) as detail
from candidate
inner join task_rule using (jedi_task_id)
inner join unified_queue using (queue_name)
cross join cfg
where
    task_rule.ip_connectivity is not null
    and not case
        when task_rule.ip_connectivity = cfg.ip_connectivity_full
        then coalesce(unified_queue.network_connectivity = 'full', false)
        when task_rule.ip_connectivity = cfg.ip_connectivity_http
        then coalesce(unified_queue.network_connectivity in ('full', 'http'), false)
        when cfg.connectivity_none
        then coalesce(unified_queue.network_connectivity in ('full', 'http', 'none'), false)
        else true
    end

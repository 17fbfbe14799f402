-- criterion: -full_chain
-- label: full chain check
-- title: the task asks for a nucleus that accepts full chains
-- effect: defer
-- class: policy
-- owner: task
-- source: C257, C260, C261, C262, C263, C265
-- nulls: a task without fullChain passes
-- differs: an only task takes an allow nucleus in the running system
select
    candidate.*,
    format(
        'fullChain={}, bareNucleus={}',
        case brokered_task.full_chain when 1 then 'only' else 'require' end,
        coalesce(nucleus.bare_nucleus, 'none')
    ) as detail
from candidate
inner join brokered_task using (jedi_task_id, chunk_no)
inner join nucleus using (nucleus)
cross join cfg
where
    (
        brokered_task.full_chain in (1, 2)
        and coalesce(nucleus.bare_nucleus, '') not in ('only', 'allow')
    )
    or (
        cfg.fullchain_only_strict
        and brokered_task.full_chain = 1
        and nucleus.bare_nucleus = 'allow'
    )

-- title: the bare nucleus of its parent, which a task of a full chain follows
-- grain: jedi_task_id
-- source: C264, C265
-- differs: only a capable task follows on the page, whatever its parent is
-- nulls: a parent that is not among the tasks binds nothing; PanDA reports an error
select brokered_task.jedi_task_id, nucleus.nucleus
from brokered_task
inner join task on brokered_task.parent_tid = task.jedi_task_id
inner join task_rule on task.jedi_task_id = task_rule.jedi_task_id
inner join nucleus on task.nucleus = nucleus.nucleus
cross join cfg
where
    brokered_task.parent_tid <> brokered_task.jedi_task_id
    and nucleus.bare_nucleus in ('only', 'allow')
    and case
        when cfg.fullchain_follow_parent = 'capable'
        then brokered_task.full_chain = 3
        else brokered_task.full_chain is not null and task_rule.full_chain is not null
    end

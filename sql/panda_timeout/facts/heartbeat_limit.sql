-- title: the heartbeat limits of production and of analysis
-- grain: one row
-- source: C242
select
    coalesce(
        max(cfg_workflow.heartbeat_timeout) filter (
            where cfg_workflow.workflow = 'production'
        ),
        max(cfg_workflow.heartbeat_timeout) filter (where cfg_workflow.workflow = '')
    ) as production_hours,
    coalesce(
        max(cfg_workflow.heartbeat_timeout) filter (
            where cfg_workflow.workflow = 'analysis'
        ),
        max(cfg_workflow.heartbeat_timeout) filter (where cfg_workflow.workflow = '')
    ) as analysis_hours
from cfg_workflow

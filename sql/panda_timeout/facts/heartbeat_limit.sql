-- title: the heartbeat limits of production and of analysis
-- grain: one row
-- source: spec/production.md 8.1 TO-13, TO-14; 10, component watcher
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

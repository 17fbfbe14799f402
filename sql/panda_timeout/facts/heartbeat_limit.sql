-- title: the heartbeat limits of production and of analysis
-- grain: one row
-- source: C242
select
    coalesce(
        max(heartbeat_timeout) filter (where workflow = 'production'),
        max(heartbeat_timeout) filter (where workflow = '')
    ) as production_hours,
    coalesce(
        max(heartbeat_timeout) filter (where workflow = 'analysis'),
        max(heartbeat_timeout) filter (where workflow = '')
    ) as analysis_hours
from cfg_workflow

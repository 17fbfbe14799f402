-- title: the software and hardware question of each analysis task
-- grain: jedi_task_id
select
    jedi_task_id,
    architecture,
    cvmfs_tag,
    project,
    version,
    container_name,
    only_tags,
    asks_platform,
    base_needs_container,
    needs_cvmfs,
    is_platform_only,
    is_auto_asked,
    is_any_refused
from software_question_analysis

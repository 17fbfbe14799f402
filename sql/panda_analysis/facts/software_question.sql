-- title: the software and hardware question of each analysis task
-- grain: jedi_task_id
select
    software_question_analysis.jedi_task_id,
    software_question_analysis.architecture,
    software_question_analysis.cvmfs_tag,
    software_question_analysis.project,
    software_question_analysis.version,
    software_question_analysis.container_name,
    software_question_analysis.only_tags,
    software_question_analysis.asks_platform,
    software_question_analysis.base_needs_container,
    software_question_analysis.needs_cvmfs,
    software_question_analysis.is_platform_only,
    software_question_analysis.is_auto_asked,
    software_question_analysis.is_any_refused
from software_question_analysis

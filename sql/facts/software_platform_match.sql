-- title: the platform that a pattern of the task resolves to at a queue
-- grain: platform, config_no
-- source: spec/analysis-and-software.md 2.4
-- source: the first match in list order; resolved NULL = none
select
    software_pattern.pattern as platform,
    software_config.config_no,
    list_filter(
        software_config.cmtconfigs,
        lambda cmtconfig:list_contains(software_pattern.matches, cmtconfig)
    )[1] as resolved
from software_pattern
cross join software_config
where
    software_pattern.kind = 'platform'
    and len(software_pattern.matches) > 0
    and software_config.cmtconfigs is not null
    and not list_contains(software_config.cmtconfigs, software_pattern.pattern)

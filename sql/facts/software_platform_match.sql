-- title: the platform that a pattern of the task resolves to at a queue
-- grain: platform, data_no
-- source: C148
-- differs: the release check compares what it resolves to on the page; as run it
-- compares the pattern itself
-- note: the first match in list order; only patterns that match have a row
select
    software_pattern.pattern as platform,
    software_data.data_no,
    list_filter(
        software_data.cmtconfigs,
        lambda cmtconfig:list_contains(software_pattern.matches, cmtconfig)
    )[1] as resolved,
    if(cfg.platform_resolve = 'before', resolved, platform) as compared
from software_pattern
cross join software_data
cross join cfg
where
    software_pattern.kind = 'platform'
    and list_has_any(software_data.cmtconfigs, software_pattern.matches)
    and not list_contains(software_data.cmtconfigs, software_pattern.pattern)

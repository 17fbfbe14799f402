-- title: platforms that a resource has beyond the one it sends
-- grain: platform
-- nulls: without a table of compatibility platforms are compared as they stand
-- differs: none in profile modern, as the running system adds compatible platforms to
-- those of a job before it waits, and compares them as they stand
-- note: a platform whose systems contain the one sent
select
    compared_name(dirac_platform.os, cfg.collation) as platform,
    list_sort(list(distinct compared_name(dirac_platform.platform, cfg.collation))) as platforms
from dirac_platform
cross join cfg
where cfg.platform_compat and dirac_platform.os is not null and dirac_platform.platform is not null
group by compared_name(dirac_platform.os, cfg.collation)

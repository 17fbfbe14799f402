-- title: sites that the mask does not let take jobs, as one list
-- grain: one row
-- nulls: a site without a row in the mask, or without a status there, is active
-- differs: in DIRAC's code of today a degraded site is usable
select
    coalesce(
        list_sort(
            list(distinct compared_name(dirac_site_mask.site, cfg.collation)) filter (
                where not list_contains(cfg.usable_statuses, dirac_site_mask.status)
            )
        ),
        []
    ) as sites
from dirac_site_mask
cross join cfg

-- title: sites that are not active, as one list
-- grain: one row
-- nulls: a site without a row in the mask is active
select
    coalesce(
        list_sort(
            list(distinct compared_name(dirac_site_mask.site, cfg.collation)) filter (
                where dirac_site_mask.status <> 'Active'
            )
        ),
        []
    ) as sites
from dirac_site_mask
cross join cfg

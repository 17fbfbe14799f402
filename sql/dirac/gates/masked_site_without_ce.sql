-- criterion: -masked_site
-- label: request
-- title: the site is not active and the request names no CE
-- effect: fail
-- class: policy
-- source: DIRAC's code of today
-- bounds: of several sites one that is active is enough
-- nulls: a site without a row in the mask is active; no site is not masked
-- differs: DIRAC's code of today takes test jobs
select request.*, 'site masked and no CE' as detail
from request
cross join cfg
where request.is_masked and request.grid_ces is null and cfg.masked_site_mode = 'ce'

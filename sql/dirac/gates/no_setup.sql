-- criterion: -no_setup
-- label: request
-- title: the request says no setup
-- effect: fail
-- class: misconfigured
-- source: DIRAC's code of today
-- nulls: a request without a setup is refused
-- differs: modern has no setups
-- note: the setup is mandatory
select request.*, 'the request says no setup' as detail
from request
cross join cfg
where request.setup is null and list_contains(cfg.identity_fields, 'setup')

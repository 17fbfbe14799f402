-- criterion: -wrong_conditions
-- label: request
-- title: the request requires a tag that it does not offer
-- effect: fail
-- class: misconfigured
-- source: running system
-- bounds: every required tag must be offered, in exact case whatever collation says
-- nulls: no required tag is no condition; ANY in either list lifts it
-- differs: modern only
select
    request.*,
    format(
        'Wrong conditions: requires {}, offers {}',
        shown(request.sent_required_tags),
        shown(request.sent_tags)
    ) as detail
from request
cross join cfg
where
    list_contains(cfg.identity_fields, 'tags')
    and request.checks_tags
    and not list_has_all(coalesce(request.sent_tags, []), request.sent_required_tags)

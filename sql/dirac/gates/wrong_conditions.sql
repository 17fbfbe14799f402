-- criterion: -wrong_conditions
-- label: request
-- title: the resource requires a tag that is not among its own tags: it gets nothing
-- effect: fail
-- class: misconfigured
-- source: DIRAC's code of today
-- bounds: every required tag must be among the tags, in exact case whatever collation
-- says
-- nulls: without required tags, or with ANY among them, nothing is checked
-- differs: a condition of profile modern only
-- note: ANY among the tags offers no other one; tags of processors and WholeNode count
-- among the tags
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
    and not list_has_all(coalesce(request.sent_tags, []), request.sent_required_tags)

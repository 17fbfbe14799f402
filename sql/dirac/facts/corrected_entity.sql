-- title: who is corrected against whom: groups, or the users of a group, by their share
-- grain: realm, scope, entity
-- source: P032
-- nulls: scope is empty for the groups; a group that has JOB_SHARING has no users here
-- differs: in DIRAC's code of today a group that is not known is none of the groups
-- note: groups that have task queues, users that have some there; each realm by itself
select distinct
    queue_realm.realm,
    '' as scope,
    group_setting.owner_group as entity,
    group_setting.job_share as value
from queue_realm
inner join group_setting using (owner_group)
cross join cfg
where group_setting.is_known or cfg.correct_unknown_groups
union all
select distinct
    job_weight.realm,
    job_weight.owner_group as scope,
    job_weight.entity_owner as entity,
    group_setting.job_share as value
from job_weight
inner join group_setting using (owner_group)
where not group_setting.is_sharing

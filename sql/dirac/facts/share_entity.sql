-- title: who shares: groups, or users in a group, with their part of its share
-- grain: owner_group, entity_owner, realm
-- source: P001, P002, P003, P005, P009, P010, P013, P016
-- nulls: entity_owner is empty for a group that has JOB_SHARING
-- note: both are corrected by what ran, in each realm apart
-- note: sums in the order of task queues, the same anywhere
with
    owners as (
        select owner_group, count(distinct owner)::bigint as n_owners
        from job_weight
        group by owner_group
    ),
    sums as (
        select
            owner_group,
            entity_owner,
            list(distinct realm order by realm) as realms,
            count(*) as n_queues,
            list_sum(list(weight order by tq_id) filter (where not is_background)) as sum_weight
        from job_weight
        group by owner_group, entity_owner
    )

select
    placed.owner_group,
    placed.entity_owner,
    placed.realm,
    owners.n_owners,
    placed.n_queues,
    placed.sum_weight,
    coalesce(of_group.factor, 1) as group_factor,
    coalesce(of_owner.factor, 1) as owner_factor,
    group_setting.job_share
    * coalesce(of_group.factor, 1)
    / if(group_setting.is_sharing, 1, owners.n_owners)
    * coalesce(of_owner.factor, 1) as share
from (select sums.*, unnest(realms) as realm from sums) as placed
inner join owners using (owner_group)
inner join group_setting using (owner_group)
left join
    share_correction as of_group
    on placed.realm = of_group.realm
    and of_group.scope = ''
    and placed.owner_group = of_group.entity
left join
    share_correction as of_owner
    on placed.realm = of_owner.realm
    and placed.owner_group = of_owner.scope
    and placed.entity_owner = of_owner.entity

-- title: who shares: groups, or users in a group, with their part of its share
-- grain: owner_group, entity_owner
-- source: Job Priority Handling page, JOB_SHARING: shared in the group, else divided
-- source: among its users with waiting jobs
-- source: spec/dirac.md 6; sums in the order of task queues, the same on any machine
-- nulls: entity_owner is empty for a group that has JOB_SHARING
with
    owners as (
        select
            job_weight.owner_group, count(distinct job_weight.owner)::bigint as n_owners
        from job_weight
        group by job_weight.owner_group
    )

select
    job_weight.owner_group,
    job_weight.entity_owner,
    any_value(owners.n_owners) as n_owners,
    count(*) as n_queues,
    list_sum(
        list(job_weight.weight order by job_weight.tq_id) filter (
            where not job_weight.is_background
        )
    ) as sum_weight,
    any_value(
        case
            when group_setting.is_sharing
            then group_setting.job_share
            else group_setting.job_share / owners.n_owners
        end
    ) as share
from job_weight
inner join owners on job_weight.owner_group = owners.owner_group
inner join group_setting on job_weight.owner_group = group_setting.owner_group
group by job_weight.owner_group, job_weight.entity_owner

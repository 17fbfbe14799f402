-- title: the priority of each task queue by itself
-- grain: tq_id
-- source: P011, P012, P014, P015, P016, P017
-- nulls: where no job of an entity weighs anything its task queues weigh alike
-- differs: the code keeps the share whatever the number of task queues; background task
-- queues and the floor in the code only
with
    parts as (
        select
            job_weight.tq_id,
            job_weight.owner_group,
            job_weight.entity_owner,
            job_weight.is_background,
            share_entity.share,
            share_entity.n_owners,
            share_entity.n_queues,
            case
                when share_entity.sum_weight > 0
                then job_weight.weight / share_entity.sum_weight
                else 1 / share_entity.n_queues::double
            end as job_part
        from job_weight
        inner join share_entity using (realm, owner_group, entity_owner)
    )

select
    parts.tq_id,
    parts.owner_group,
    parts.entity_owner,
    parts.share,
    parts.n_owners,
    parts.n_queues,
    parts.job_part,
    case
        when parts.is_background
        then cfg.min_priority
        when cfg.job_priority_formula = 'pj_literal'
        then parts.share / parts.n_queues * parts.job_part
        when cfg.priority_floor
        then greatest(parts.share * parts.job_part, cfg.min_priority)
        else parts.share * parts.job_part
    end as own_priority
from parts
cross join cfg

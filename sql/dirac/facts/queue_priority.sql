-- title: the priority of each task queue by itself
-- grain: tq_id
-- source: P011, P012, P014, P015, P016, P017
-- nulls: where no job of an entity weighs anything its task queues weigh alike
-- differs: the code keeps the share whatever the number of task queues; background task
-- queues and the floor in the code only
select
    job_weight.tq_id,
    job_weight.owner_group,
    job_weight.entity_owner,
    share_entity.share,
    share_entity.n_owners,
    share_entity.n_queues,
    case
        when share_entity.sum_weight > 0
        then job_weight.weight / share_entity.sum_weight
        else 1 / share_entity.n_queues::double
    end as job_part,
    case
        when job_weight.is_background
        then cfg.min_priority
        when cfg.job_priority_formula = 'pj_literal'
        then share_entity.share / share_entity.n_queues * job_part
        when cfg.priority_floor
        then greatest(share_entity.share * job_part, cfg.min_priority)
        else share_entity.share * job_part
    end as own_priority
from job_weight
inner join share_entity using (realm, owner_group, entity_owner)
cross join cfg

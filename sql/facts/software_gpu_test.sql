-- title: do a queue's worker-node GPUs fulfil one requirement?
-- grain: requirement, gpus_no
-- source: C199
-- note: vendor, model, microarchitecture: any row; vram, version, driver_version: all
-- rows; without rows nothing is fulfilled
with

    tests as (
        select
            software_gpu_offer.requirement,
            software_gpu_offer.gpus_no,
            software_gpu_offer.offered,
            software_gpu_offer.failing,
            software_pattern.is_valid,
            list_has_any(
                software_gpu_offer.offered,
                coalesce(
                    software_pattern.matches, software_gpu_offer.requirement.choices, []
                )
            ) as is_hit
        from software_gpu_offer
        left join
            software_pattern
            on software_gpu_offer.requirement.attribute = software_pattern.kind
            and software_gpu_offer.requirement.wanted = software_pattern.pattern
    )

select
    requirement,
    gpus_no,
    offered,
    failing,
    case
        when tests.requirement.operator = 'error'
        then 'error'
        when len(offered) = 0
        then 'gpu_' || tests.requirement.attribute
        when not is_valid
        then 'error'
        when tests.requirement.operator in ('exclude', 'not in')
        then if(is_hit, 'gpu_excluded', 'none')
        when tests.requirement.operator in ('match', 'in')
        then if(is_hit, 'none', 'gpu_' || tests.requirement.attribute)
        when len(failing) > 0
        then 'gpu_' || tests.requirement.attribute
        else 'none'
    end as failure
from tests

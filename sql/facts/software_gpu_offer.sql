-- title: what a queue's worker nodes offer for each GPU requirement
-- grain: requirement, gpus_no
-- differs: != excludes on the page, is never fulfilled as run
-- note: failing = rows that do not fulfil a comparison or do not know
with

    requirements as (
        select distinct unnest(gpu_specs) as requirement from software_signature
    ),

    offers as (select distinct gpus_no, coalesce(gpus, []) as gpus from software_queue),

    facing as (
        select
            requirements.requirement,
            offers.gpus_no,
            version_parts(requirements.requirement.wanted) as wanted,
            list_transform(
                offers.gpus,
                lambda gpu:gpu_value(gpu, requirements.requirement.attribute)
            ) as offered
        from requirements
        cross join offers
    )

select
    facing.requirement,
    facing.gpus_no,
    facing.offered,
    list_filter(
        facing.offered,
        lambda value:
        not fulfils(
            version_parts(value),
            facing.requirement.operator,
            facing.wanted,
            cfg.gpu_ne_supported
        )
    ) as failing
from facing
cross join cfg

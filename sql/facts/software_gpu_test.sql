-- title: do a queue's worker-node GPUs fulfil one requirement?
-- grain: requirement, gpus_no
-- source: spec/analysis-and-software.md 2.3 step 7; vendor, model, microarchitecture:
-- any row;
-- source: vram, version, driver_version: all rows, and a row that does not know fails
-- differs: != is supported on the page, never fulfilled as run (9, row 15)
with

    requirements as (
        select distinct unnest(software_signature.gpu_specs) as requirement
        from software_signature
    ),

    offers as (
        select distinct
            software_queue.gpus_no, coalesce(software_queue.gpus, []) as gpus
        from software_queue
    ),

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
    ),

    tests as (
        select
            facing.requirement,
            facing.gpus_no,
            facing.offered,
            coalesce(not software_pattern.is_valid, false)
            and len(facing.offered) > 0 as is_invalid,
            list_has_any(
                facing.offered, coalesce(software_pattern.matches, [])
            ) as is_hit,
            list_has_any(
                facing.offered, coalesce(facing.requirement.choices, [])
            ) as is_chosen,
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
        left join
            software_pattern
            on facing.requirement.attribute = software_pattern.kind
            and facing.requirement.wanted = software_pattern.pattern
    )

select
    tests.requirement,
    tests.gpus_no,
    case
        when tests.requirement.operator = 'error' or tests.is_invalid
        then 'error'
        when tests.requirement.operator = 'exclude' and tests.is_hit
        then 'gpu_excluded'
        when
            case
                tests.requirement.operator
                when 'match'
                then not tests.is_hit
                when 'in'
                then not tests.is_chosen
                when 'exclude'
                then len(tests.offered) = 0
                else len(tests.failing) > 0 or len(tests.offered) = 0
            end
        then 'gpu_' || tests.requirement.attribute
    end as failure,
    tests.offered,
    tests.failing
from tests

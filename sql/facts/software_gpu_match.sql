-- title: which worker-node GPUs do not fulfil what is asked, and why
-- grain: gpu_request_no, gpus_no
-- source: C151, C152, C153, C154, C156, C157, C158, C160, C161, C162, C163, C164, C165,
-- C166, C167, C168, C169, C172, C173, C174, C189, C196, C197, C198, C199
-- differs: != excludes on the page, is never fulfilled as run
-- note: without a row all is fulfilled, else the first requirement that is not says
-- why; one node is enough for vendor, model and microarchitecture; all nodes must
-- fulfil vram, version and driver_version, and be known to
with
    requirements as (
        select
            gpu_request_no,
            unnest(any_value(gpu_specs)) as requirement,
            generate_subscripts(any_value(gpu_specs), 1) as step_no
        from software_signature
        where asks_gpu
        group by gpu_request_no
    ),
    asked as (
        select distinct
            requirement,
            requirements.requirement.attribute,
            requirements.requirement.operator,
            requirements.requirement.wanted,
            requirements.requirement.choices
        from requirements
    ),
    nodes as (select distinct gpus_no, coalesce(gpus, []) as gpus from software_queue),

    answers as (
        select
            asked.*,
            nodes.gpus_no,
            list_transform(nodes.gpus, lambda gpu:gpu[asked.attribute]) as offered,
            coalesce(software_pattern.is_valid, true) as is_valid,
            list_has_any(offered, coalesce(software_pattern.matches, asked.choices, [])) as is_hit,
            opposite(asked.operator) as opposite,
            version_parts(asked.wanted) as parts,
            list_filter(
                offered,
                lambda value:
                not fulfils(version_parts(value), asked.operator, parts, cfg.gpu_ne_supported)
            ) as failing
        from asked
        cross join nodes
        cross join cfg
        left join
            software_pattern
            on asked.attribute = software_pattern.kind
            and asked.wanted = software_pattern.pattern
    ),
    tests as (
        select
            requirement,
            gpus_no,
            -- fmt: off
            case
    -- what the task asks | what the worker nodes report | what differs in a profile
    -- what cannot be tested | anything
    when operator = 'error'
    then refused('error', format('GPU {} of the task is no text', attribute))
    -- anything | nothing
    when len(offered) = 0
    then refused(
        'gpu_' || attribute, format('no worker-node GPU known, {} asked', attribute)
    )
    -- an invalid pattern | anything
    when not is_valid
    then refused('error', format('GPU {} {} is no valid pattern', attribute, wanted))
    -- not this model or microarchitecture | a node that has it
    when operator in ('exclude', 'not in') and is_hit
    then refused(
        'gpu_excluded',
        format('GPU {} {} excluded, has {}', attribute, wanted, shown(offered))
    )
    -- this vendor, model or microarchitecture | no node that has it
    when operator in ('match', 'in') and not is_hit
    then refused('gpu_' || attribute, format(
        'GPU {} {} not in {}', attribute, coalesce(wanted, shown(choices)), shown(offered)
    ))
    -- vram or a version | a node that does not know it
    when operator not in ('exclude', 'not in', 'match', 'in') and len(failing) > 0
        and list_min(failing) is null
    then refused('gpu_' || attribute, format(
        '{} unknown at a worker node, {} {} asked', attribute, operator, wanted
    ))
    -- vram or a version | a node with less, more or another | asrun: != always fails
    when operator not in ('exclude', 'not in', 'match', 'in') and len(failing) > 0
    then refused('gpu_' || attribute, format(
        '{} {} {} {}', attribute, list_min(failing), opposite, wanted
    ))
            -- fmt: on
            end as failure
        from answers
    )

select
    requirements.gpu_request_no,
    tests.gpus_no,
    arg_min(tests.failure, requirements.step_no) as failure
from requirements
inner join tests using (requirement)
where tests.failure is not null
group by requirements.gpu_request_no, tests.gpus_no

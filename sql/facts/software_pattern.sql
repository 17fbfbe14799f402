-- title: each distinct pattern of tasks with the strings of queues that it matches
-- grain: kind, pattern
-- note: evaluated once per distinct pattern and string; plain names are compared by
-- equality elsewhere, an invalid pattern matches nothing
with
    requirements as (select unnest(gpu_specs) as requirement from software_signature),

    asked as (
        select 'platform' as kind, platform as pattern
        from software_signature
        union
        select 'arch', unnest(cpu_specs).arch
        from software_signature
        union
        select requirements.requirement.attribute, requirements.requirement.wanted
        from requirements
        where requirements.requirement.operator in ('match', 'exclude')
    ),
    patterns as (
        select
            kind,
            pattern,
            is_pattern(pattern) as is_valid,
            kind in ('arch', 'platform') as is_anchored,
            is_valid
            and not (is_anchored and regexp_full_match(pattern, '[A-Za-z0-9_-]*')) as is_matched
        from asked
        where pattern is not null and not (kind = 'arch' and pattern = '*')
    ),
    offered as (
        select 'arch' as kind, unnest(software_description.cpu.arch) as content
        from software_description
        union
        select 'platform', unnest(cmtconfigs)
        from software_description
        union
        select 'vendor', nullif(vendor, '')
        from queue_gpu
        union
        select 'model', nullif(model, '')
        from queue_gpu
    )

select
    patterns.kind,
    patterns.pattern,
    patterns.is_valid,
    coalesce(
        list(offered.content order by offered.content) filter (
            where
                if(
                    patterns.is_anchored,
                    matches_ends(offered.content, patterns.pattern),
                    matches_start_anycase(offered.content, patterns.pattern)
                )
        ),
        []
    ) as matches
from patterns
left join
    offered on patterns.kind = offered.kind and offered.content is not null and patterns.is_matched
group by patterns.kind, patterns.pattern, patterns.is_valid

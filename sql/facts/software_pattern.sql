-- title: each distinct pattern of tasks with the strings of queues that it matches
-- grain: kind, pattern
-- note: evaluated once per distinct pattern and string; plain names are compared by
-- equality elsewhere
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
            kind in ('arch', 'platform')
            and regexp_full_match(pattern, '[A-Za-z0-9_-]*') as is_plain
        from asked
        where pattern is not null and not (kind = 'arch' and pattern = '*')
    )

select
    patterns.kind,
    patterns.pattern,
    patterns.is_valid,
    matches_start(patterns.pattern, patterns.pattern) as is_self_match,
    coalesce(
        list(software_text.text order by software_text.text) filter (
            where
                if(
                    patterns.is_anchored,
                    matches_ends(software_text.text, patterns.pattern),
                    matches_start_anycase(software_text.text, patterns.pattern)
                )
        ),
        []
    ) as matches
from patterns
left join
    software_text
    on patterns.kind = software_text.kind
    and patterns.is_valid
    and not patterns.is_plain
group by patterns.kind, patterns.pattern, patterns.is_valid

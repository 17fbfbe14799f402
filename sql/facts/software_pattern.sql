-- title: each distinct pattern of tasks with the strings of queues that it matches
-- grain: kind, pattern
-- source: spec/analysis-and-software.md 2.3, 2.4; RE2 language, evaluated once per
-- distinct
-- source: pattern and string; plain names need no evaluation
with

    asked as (
        select 'platform' as kind, software_signature.platform as pattern
        from software_signature
        union
        select 'arch', unnest(software_signature.cpu_specs).arch
        from software_signature
        union
        select requirement.attribute, requirement.wanted
        from
            (
                select unnest(software_signature.gpu_specs) as requirement
                from software_signature
            )
        where requirement.operator in ('match', 'exclude')
    ),

    patterns as (
        select
            asked.kind,
            asked.pattern,
            case
                when asked.kind in ('arch', 'platform')
                then '^' || asked.pattern || '$'
                else '(?i)^(?:' || asked.pattern || ')'
            end as expression,
            asked.kind in ('arch', 'platform')
            and regexp_full_match(asked.pattern, '[A-Za-z0-9_-]*') as is_plain,
            try(regexp_matches('', asked.pattern)) is not null
            and try(regexp_matches('', '(?:' || asked.pattern || ')'))
            is not null as is_valid,
            coalesce(
                try(regexp_matches(asked.pattern, '^(?:' || asked.pattern || ')')),
                false
            ) as is_self_match
        from asked
        where
            asked.pattern is not null
            and not (asked.kind = 'arch' and asked.pattern = '*')
    )

select
    patterns.kind,
    patterns.pattern,
    patterns.is_valid,
    patterns.is_self_match,
    coalesce(
        list(software_text.text order by software_text.text) filter (
            where
                software_text.text is not null
                and try(regexp_matches(software_text.text, patterns.expression))
        ),
        []
    ) as matches
from patterns
left join
    software_text
    on patterns.kind = software_text.kind
    and patterns.is_valid
    and not patterns.is_plain
group by patterns.kind, patterns.pattern, patterns.is_valid, patterns.is_self_match

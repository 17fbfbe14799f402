-- title: what each pattern of the fairshare policies matches among the tasks
-- grain: kind, pattern
-- note: the whole text, case-sensitive, RE2
with

    patterns as (
        select 'type' as kind, zero_share_rule.type_pattern as pattern
        from zero_share_rule
        union
        select 'group', zero_share_rule.group_pattern
        from zero_share_rule
        union
        select 'gshare', zero_share_rule.gshare_pattern
        from zero_share_rule
    ),

    texts as (
        select 'type' as kind, zero_share_request.processing_group as text
        from zero_share_request
        union
        select 'group', zero_share_request.working_group
        from zero_share_request
        union
        select 'gshare', zero_share_request.gshare
        from zero_share_request
    )

select
    patterns.kind,
    patterns.pattern,
    is_pattern(patterns.pattern) as is_valid,
    coalesce(
        list(texts.text order by texts.text) filter (
            where try(regexp_matches(texts.text, '^(?:' || patterns.pattern || ')$'))
        ),
        []
    ) as matches
from patterns
left join texts using (kind)
where patterns.pattern is not null
group by patterns.kind, patterns.pattern

-- title: what each pattern of the fairshare policies matches among the tasks
-- grain: kind, pattern
-- note: the whole text, case-sensitive, RE2
with
    patterns as (
        select distinct
            unnest(['type', 'group', 'gshare']) as kind,
            unnest([type_pattern, group_pattern, gshare_pattern]) as pattern
        from zero_share_rule
    ),
    texts as (
        select distinct
            unnest(['type', 'group', 'gshare']) as kind,
            unnest([processing_group, working_group, gshare]) as text
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

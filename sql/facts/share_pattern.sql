-- title: what each pattern of the share tree matches among tasks and jobs
-- grain: kind, pattern
-- note: from the start, case-sensitive, RE2; evaluated once per distinct pattern and
-- text; an invalid one matches nothing
with
    patterns as (select distinct kind, pattern from share_field),

    texts as (select distinct kind, text from share_text)

select
    patterns.kind,
    patterns.pattern,
    is_pattern(patterns.pattern) as is_valid,
    coalesce(
        list(texts.text order by texts.text) filter (
            where matches_start(texts.text, patterns.pattern)
        ),
        []
    ) as matches
from patterns
left join texts using (kind)
group by patterns.kind, patterns.pattern

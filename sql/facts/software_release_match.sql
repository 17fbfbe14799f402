-- title: which descriptions publish the platform, or the release as a tag, of a request
-- grain: software_no, data_no
-- source: C148, C221
-- differs: a pattern is resolved before the release check on the page, so what it
-- resolves to must be there; as run it is the pattern itself
-- note: only hits have a row; resolved = the first of the list that a pattern matches,
-- else the pattern with an architecture of the queue
with
    platforms as (
        select
            software_pattern.pattern as platform,
            software_description.data_no,
            list_contains(software_description.cmtconfigs, software_pattern.pattern) as is_listed,
            list_filter(
                software_description.cmtconfigs,
                lambda cmtconfig:list_contains(software_pattern.matches, cmtconfig)
            )[1] as listed_match,
            case
                when not is_listed
                then
                    coalesce(
                        listed_match,
                        if(
                            cfg.arch_alternatives,
                            with_architecture(
                                software_pattern.pattern, software_description.architectures
                            ),
                            null
                        )
                    )
            end as resolved,
            if(cfg.platform_resolve = 'before', resolved, null) as replacement,
            is_listed
            or (cfg.platform_resolve = 'before' and listed_match is not null) as has_platform
        from software_pattern
        cross join software_description
        cross join cfg
        where software_pattern.kind = 'platform'
    ),
    hits as (
        select
            software_signature.software_no,
            platforms.data_no,
            platforms.has_platform,
            platforms.resolved,
            false as has_tag
        from software_signature
        inner join platforms on software_signature.platform = platforms.platform
        where platforms.is_listed or platforms.resolved is not null
        union all
        select distinct software_signature.software_no, software_tag.data_no, false, null, true
        from software_signature
        inner join
            software_tag
            on software_signature.project = software_tag.project
            and software_signature.version = software_tag.release
        inner join
            platforms
            on software_signature.platform = platforms.platform
            and software_tag.data_no = platforms.data_no
            and software_tag.cmtconfig = coalesce(platforms.replacement, platforms.platform)
    )

select
    software_no,
    data_no,
    bool_or(has_platform) as has_platform,
    bool_or(has_tag) as has_tag,
    any_value(resolved) as resolved
from hits
group by software_no, data_no

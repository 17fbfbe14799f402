-- title: does a queue configuration satisfy a requirement signature, by ANY or by AUTO?
-- grain: software_no, config_no
-- source: C213, C214, C217, C219
-- differs: ANY in releases skips the check on the page; as run it needs a task without
-- CPU and GPU requirement and without a container under onlyTags
-- note: ANY before AUTO
with

    outcomes as (
        select
            software_verdict.software_no,
            software_verdict.config_no,
            software_verdict.test,
            case
                when
                    software_config.is_any
                    and not (
                        cfg.any_needs_no_hw_spec
                        and (
                            software_signature.asks_hardware
                            or software_signature.is_any_refused
                        )
                    )
                then 'any'
                when software_verdict.test like '+%'
                then 'auto'
            end as via,
            coalesce(not software_pattern.is_self_match, false)
            and software_platform_match.resolved is null
            and not coalesce(
                list_contains(software_config.cmtconfigs, software_signature.platform),
                false
            ) as is_unresolved,
            software_platform_match.resolved || coalesce(
                '@' || nullif(software_signature.base_platform, ''), ''
            ) as platform
        from software_verdict
        inner join software_signature using (software_no)
        inner join software_config using (config_no)
        cross join cfg
        left join
            software_pattern
            on software_pattern.kind = 'platform'
            and software_signature.platform = software_pattern.pattern
        left join
            software_platform_match
            on software_signature.platform = software_platform_match.platform
            and software_config.data_no = software_platform_match.data_no
    )

select
    software_no,
    config_no,
    test,
    via,
    via is not null as is_accepted,
    coalesce(via = 'auto', false) and is_unresolved as is_unresolved,
    platform
from outcomes

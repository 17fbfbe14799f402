-- title: does a queue's published description satisfy a requirement signature?
-- grain: software_no, config_no
-- source: C218, C220
-- differs: a CVMFS queue without the container and without the platform falls through
-- to its tags on the page, is refused as run
-- note: test = the one that decided, with a + where it accepts
select
    software_hardware.software_no,
    software_hardware.config_no,
    case
        when software_hardware.failure is not null
        then software_hardware.failure
        when software_signature.is_hardware_only
        then '+hardware_only'
        when software_signature.asks_container
        then
            container_test(
                software_signature.only_tags,
                software_config.has_cvmfs_container,
                software_container_match.tag_test,
                software_container_match.prefix_test
            )
        when software_signature.is_platform_only
        then '+platform_only'
        else
            coalesce(
                cvmfs_test(
                    has_cvmfs(software_config.cvmfs, software_signature.cvmfs_tag),
                    software_config.has_cvmfs_container,
                    list_contains(
                        software_config.cmtconfigs,
                        coalesce(
                            software_platform_match.compared,
                            software_signature.platform
                        )
                    )
                    and not software_signature.is_platform_barred,
                    cfg.cvmfs_fall_through
                ),
                tags_test(
                    software_signature.needs_cvmfs,
                    software_signature.needs_container,
                    software_config.has_any_container,
                    software_tag_match.data_no is not null
                )
            )
    end as test
from software_hardware
inner join software_signature using (software_no)
inner join software_config using (config_no)
cross join cfg
left join
    software_container_match
    on software_signature.container_name = software_container_match.container_name
    and software_config.data_no = software_container_match.data_no
left join
    software_platform_match
    on software_signature.platform = software_platform_match.platform
    and software_config.data_no = software_platform_match.data_no
left join
    software_tag_match
    on software_config.data_no = software_tag_match.data_no
    and software_signature.software_no = software_tag_match.software_no

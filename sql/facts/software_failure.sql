-- title: the exact test that a queue configuration fails, in words and numbers
-- grain: software_no, config_no
-- source: C164
-- note: only refused configurations have a row
select
    software_outcome.software_no,
    software_outcome.config_no,
    case
        when software_outcome.test in ('not_auto', 'undecided')
        then
            releases_detail(
                software_config.releases,
                software_config.is_any,
                software_config.is_auto,
                software_signature.asks_hardware
            )
        when software_outcome.test = 'container'
        then
            container_detail(
                software_signature.container_name,
                software_signature.only_tags,
                software_config.containers
            )
        when
            software_outcome.test
            in ('cvmfs_platform', 'no_cvmfs', 'no_container', 'no_tag')
        then
            release_detail(
                software_outcome.test,
                software_signature.project,
                software_signature.version,
                software_signature.platform,
                if(
                    software_signature.is_platform_barred
                    or software_outcome.test = 'no_container',
                    software_signature.base_platform,
                    null
                ),
                software_signature.cvmfs_tag,
                software_config.cvmfs,
                software_config.containers
            )
        else
            coalesce(
                hardware_detail(software_outcome.test),
                software_hardware.cpu_detail,
                software_hardware.gpu_detail
            )
    end as failed_test
from software_outcome
inner join software_signature using (software_no)
inner join software_config using (config_no)
inner join software_hardware using (software_no, config_no)
where not software_outcome.is_accepted

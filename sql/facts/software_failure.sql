-- title: the exact test that a queue configuration fails, in words and numbers
-- grain: software_no, config_no
-- source: spec/analysis-and-software.md 2.3; only refused configurations have a row
select
    software_outcome.software_no,
    software_outcome.config_no,
    case
        software_outcome.test
        when 'container'
        then
            'container '
            || software_signature.container_name
            || ' is in no tag'
            || if(
                software_signature.only_tags,
                '',
                ' and has no prefix in ' || shown(software_config.containers)
            )
        when 'cvmfs_platform'
        then
            'containers '
            || shown(software_config.containers)
            || ' without any and /cvmfs, '
            || if(
                software_signature.needs_container,
                'base platform ' || software_signature.base_platform,
                'platform '
                || named(software_signature.platform)
                || ' not in cmtconfigs'
            )
        when 'no_cvmfs'
        then
            'cvmfs '
            || shown(software_config.cvmfs)
            || ' without '
            || named(software_signature.cvmfs_tag)
        when 'no_container'
        then
            'containers '
            || shown(software_config.containers)
            || ' without any, base platform '
            || software_signature.base_platform
        when 'no_tag'
        then
            'no tag '
            || named(software_signature.project)
            || ' '
            || named(software_signature.version)
            || ' on '
            || named(software_signature.platform)
        when 'not_asked'
        then 'the task names no release that could be checked'
        else
            case
                when software_hardware.detail is not null
                then software_hardware.detail
                when software_config.is_any and software_signature.asks_hardware
                then 'releases [' || software_config.releases || '], hardware asked'
                when software_config.is_any
                then 'releases [' || software_config.releases || '], onlyTags container'
                when software_config.is_auto
                then 'releases [' || software_config.releases || '], no tags published'
                else
                    'releases ['
                    || coalesce(software_config.releases, '')
                    || '] without AUTO and ANY'
            end
    end as failed_test
from software_outcome
inner join
    software_signature on software_outcome.software_no = software_signature.software_no
inner join software_config on software_outcome.config_no = software_config.config_no
inner join
    software_hardware
    on software_outcome.software_no = software_hardware.software_no
    and software_outcome.config_no = software_hardware.config_no
where not software_outcome.is_accepted

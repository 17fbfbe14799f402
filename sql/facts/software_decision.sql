-- title: may a request for software and hardware go to a queue? the decision table
-- grain: software_no, config_no
-- source: C141, C164, C165, C213, C214, C217, C218, C219, C220, O026, O057, O058
-- differs: ANY in releases is enough on the page; as run it needs a task without CPU
-- and GPU requirement and without a container under onlyTags; a queue on CVMFS without
-- the container and the platform falls through to its tags on the page, is refused as
-- run
-- note: the first row that holds decides; a release is a cache or a nightly, too;
-- platform = what a pattern resolves to
with
    configs as (select distinct * exclude (queue_name, gpus) from software_queue),

    answers as (
        select
            software_signature.*,
            configs.*,
            software_description.* exclude (data_no, cpu_no),
            software_release_match.resolved,
            coalesce(software_release_match.has_platform, false) as has_platform,
            coalesce(software_release_match.has_tag, false) as has_tag,
            software_container_match.* exclude (container_name, data_no),
            software_cpu_match.failure as cpu_failure,
            software_gpu_match.failure as gpu_failure,
            cfg.any_needs_no_hw_spec,
            cfg.cvmfs_fall_through
        from software_signature
        cross join configs
        cross join cfg
        left join software_description using (data_no)
        left join software_release_match using (software_no, data_no)
        left join software_container_match using (container_name, data_no)
        left join software_cpu_match using (cpu_request_no, cpu_no)
        left join software_gpu_match using (gpu_request_no, gpus_no)
    ),
    decisions as (
        select
            software_no,
            config_no,
            list_has_any(cvmfs, ['any', cvmfs_tag]) as is_on_cvmfs,
            is_pattern and resolved is null and not has_platform as is_unresolved,
            resolved || coalesce('@' || nullif(base_platform, ''), '') as platform,
            -- fmt: off
            case
    -- what the task asks | what the queue publishes | what differs in a profile

    -- anything | releases ANY | asrun: ANY alone, no hardware or container by tags asked
    when is_any and not (any_needs_no_hw_spec and (asks_hardware or is_any_refused))
    then accepted('any')
    -- anything | releases without AUTO, or no description | asrun: or more than AUTO
    when not is_described
    then refused('no_auto', format('releases [{}], {}', coalesce(releases, ''), case
        when is_any and asks_hardware then 'hardware asked'
        when is_any then 'onlyTags container asked'
        when is_auto then 'nothing published'
        else 'neither AUTO nor ANY'
    end))
    -- a release that cannot be read | anything
    when is_unreadable
    then refused('not_asked', 'the task names no release that can be checked')
    -- no CPU | a CPU for those who name it (excl)
    when is_cpu_exclusive and not asks_cpu
    then refused('cpu_exclusive', 'excl CPU, the task asks for no CPU')
    -- no GPU | a GPU for those who name it (excl)
    when is_gpu_exclusive and not asks_gpu
    then refused('gpu_exclusive', 'excl GPU, the task asks for no GPU')
    -- a CPU or a GPU | no architectures
    when asks_hardware and not has_architectures
    then refused('no_hardware', 'hardware asked, the queue describes none')
    -- a CPU | no CPU
    when asks_cpu and cpu is null
    then refused('no_cpu', 'CPU asked, the queue describes none')
    -- a CPU | a CPU that does not fit: software_cpu_match says why
    when cpu_failure is not null
    then cpu_failure
    -- a GPU | no GPU
    when asks_gpu and not has_gpu
    then refused('no_gpu', 'GPU asked, the queue describes none')
    -- a GPU | worker nodes that do not fulfil it: software_gpu_match says why
    when gpu_failure is not null
    then gpu_failure
    -- a CPU or a GPU only | hardware that fits
    when is_hardware_only
    then accepted('hardware_only')
    -- a container, not by tags only | any or /cvmfs in containers
    when asks_container and not only_tags and has_cvmfs_container
    then accepted('container_any')
    -- a container | a tag with this container_name
    when asks_container and is_tag_name
    then accepted('container_tag_name')
    -- a container | a tag with this source
    when asks_container and is_tag_source
    then accepted('container_tag_source')
    -- a container, not by tags only | in containers the beginning of its name
    when asks_container and not only_tags and has_prefix
    then accepted('container_prefix')
    -- a container, not by tags only | in containers the beginning of one of its sources
    when asks_container and not only_tags and has_source_prefix
    then accepted('container_source')
    -- a container by tags only | none of these
    when asks_container and only_tags
    then refused('container', format('container {} in no tag', container_name))
    -- a container | none of these
    when asks_container
    then refused('container', format(
        'container {} in no tag, no prefix of it in {}', container_name, shown(containers)
    ))
    -- a platform only | hardware that fits
    when is_platform_only
    then accepted('platform_only')
    -- a release | its CVMFS, and any or /cvmfs in containers
    when is_on_cvmfs and has_cvmfs_container
    then accepted('cvmfs_container')
    -- a release | its CVMFS, and its platform | asrun: without a base platform
    when is_on_cvmfs and has_platform and not needs_container_on_cvmfs
    then accepted('cvmfs_platform')
    -- a release on a base platform | its CVMFS alone | asrun only
    when is_on_cvmfs and not cvmfs_fall_through and needs_container_on_cvmfs
    then refused('cvmfs_platform', format(
        'no any or /cvmfs in containers {}, base platform {}',
        shown(containers), base_platform
    ))
    -- a release | its CVMFS alone | asrun only
    when is_on_cvmfs and not cvmfs_fall_through
    then refused('cvmfs_platform', format(
        'no any or /cvmfs in containers {}, platform {} not in cmtconfigs',
        shown(containers), named(platform)
    ))
    -- a nightly of analysis | its CVMFS alone
    when needs_cvmfs and is_on_cvmfs
    then refused('no_cvmfs', format(
        'no any or /cvmfs in containers {}, platform {} not in cmtconfigs',
        shown(containers), named(platform)
    ))
    -- a nightly of analysis | not its CVMFS
    when needs_cvmfs
    then refused('no_cvmfs', format('cvmfs {} without {}', shown(cvmfs), named(cvmfs_tag)))
    -- a release on a base platform | no any in containers
    when needs_container and not has_any_container
    then refused('no_container', format(
        'base platform {}, no any in containers {}', base_platform, shown(containers)
    ))
    -- a release | a tag of it on its platform
    when has_tag
    then accepted('tag')
    -- a release | none of these
    else refused('no_tag', format(
        'no tag {} {} on {}', named(project), named(version), named(platform)
    ))
            -- fmt: on
            end as decision
        from answers
    )

select
    software_no,
    config_no,
    decision.is_accepted,
    decision.test,
    decision.failed_test,
    is_unresolved and decision.is_accepted and decision.test <> 'any' as is_unresolved,
    platform
from decisions

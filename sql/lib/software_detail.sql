-- title: the words in which a failed software test is reported
-- note: what was asked and what is offered
create or replace macro cpu_detail(failure, asked, offered) as
    case
        when asked.arch is null then 'a CPU alternative of the task has no arch'
        when offered.arch is null then 'the queue publishes no arch'
        when failure = 'error'
        then format('CPU arch {} is no valid pattern', asked.arch)
        when failure = 'cpu_arch'
        then format('CPU arch {} not in {}', asked.arch, shown(offered.arch))
        when failure = 'cpu_vendor'
        then format('CPU vendor {} not in {}', asked.vendor, shown(offered.vendor))
        when failure = 'cpu_instr'
        then format('CPU instr {} not in {}', asked.instr, shown(offered.instr))
    end;

create or replace macro container_detail(container_name, only_tags, containers) as
    format(
        'container {} in no tag{}',
        container_name,
        if(only_tags, '', format(', no prefix of it in {}', shown(containers)))
    );

-- base_platform NULL = the task needs no container
create or replace macro release_detail(
    test, project, version, platform, base_platform, cvmfs_tag, cvmfs, containers
) as
    case test
        when 'cvmfs_platform'
        then
            format(
                'no any or /cvmfs in containers {}, {}',
                shown(containers),
                coalesce(
                    'base platform ' || base_platform,
                    format('platform {} not in cmtconfigs', named(platform))
                )
            )
        when 'no_cvmfs'
        then format('cvmfs {} without {}', shown(cvmfs), named(cvmfs_tag))
        when 'no_container'
        then
            format(
                'base platform {}, no any in containers {}',
                base_platform,
                shown(containers)
            )
        when 'no_tag'
        then
            format(
                'no tag {} {} on {}', named(project), named(version), named(platform)
            )
    end;

create or replace macro hardware_detail(test) as
    case test
        when 'cpu_exclusive' then 'excl CPU, the task asks for no CPU'
        when 'gpu_exclusive' then 'excl GPU, the task asks for no GPU'
        when 'no_hardware' then 'hardware asked, the queue describes none'
        when 'no_cpu' then 'CPU asked, the queue describes none'
        when 'no_gpu' then 'GPU asked, the queue describes none'
        when 'not_asked' then 'the task names no release that can be checked'
    end;

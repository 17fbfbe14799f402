-- title: GPUs of worker nodes against what a task requires of them
create or replace macro gpu_value(gpu, attribute) as
    case attribute
        when 'vendor' then gpu.vendor
        when 'model' then gpu.model
        when 'vram' then gpu.vram
        when 'microarchitecture' then gpu.microarchitecture
        when 'version' then gpu.version
        when 'driver_version' then gpu.driver_version
    end;

create or replace macro gpu_detail(requirement, failure, offered, failing) as
    case
        when requirement.operator = 'error'
        then format('GPU {} of the task is no text', requirement.attribute)
        when failure = 'error'
        then
            format(
                'GPU {} {} is no valid pattern',
                requirement.attribute,
                requirement.wanted
            )
        when len(offered) = 0
        then format('no worker-node GPU known, {} asked', requirement.attribute)
        when failure = 'gpu_excluded'
        then
            format(
                'GPU {} {} excluded, has {}',
                requirement.attribute,
                requirement.wanted,
                shown(offered)
            )
        when requirement.operator in ('match', 'exclude', 'in')
        then
            format(
                'GPU {} {} not in {}',
                requirement.attribute,
                coalesce(requirement.wanted, shown(requirement.choices)),
                shown(offered)
            )
        when list_min(failing) is null
        then
            format(
                '{} unknown at a worker node, {} {} asked',
                requirement.attribute,
                requirement.operator,
                requirement.wanted
            )
        else
            format(
                '{} {} {} {}',
                requirement.attribute,
                list_min(failing),
                opposite(requirement.operator),
                requirement.wanted
            )
    end;

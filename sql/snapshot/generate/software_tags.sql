-- Releases with tags per queue, and what its worker nodes are.
create or replace temp table world_software_tag as
select
    world_software.queue_name,
    list(
        {
            'cmtconfig': config.cmtconfig,
            'container_name': '',
            'project': world_release.project,
            'release': world_release.release,
            'sources': []::varchar[],
            'tag': concat_ws(
                '-',
                'VO-atlas',
                world_release.project,
                world_release.release,
                config.cmtconfig
            )
        }
        order by world_release.place, config.cmtconfig
    ) as tags
from world_software
cross join unnest(world_software.cmtconfigs) as config(cmtconfig)
cross join world_release
where
    u('tag', 16 * world_software.queue_key + world_release.place)
    < (case when world_software.kind = 'tags' then 0.7 else 0.15 end)
group by world_software.queue_name
;

create or replace temp table world_hardware as
select
    queue_name,
    {
        'type': 'cpu',
        'arch': [case when is_arm then 'aarch64' else 'x86_64' end],
        'vendor': pick(u('vendor', queue_key), [['any'], ['any'], ['intel'], ['amd']]),
        'instr': case
            when is_exclusive and not is_gpu
            then ['avx512', 'excl']
            else
                pick(
                    u('instructions', queue_key),
                    [['any'], ['any'], ['avx2'], ['avx2', 'avx512']]
                )
        end
    } as cpu,
    {
        'type': 'gpu',
        'vendor': case when is_exclusive then ['nvidia', 'excl'] else ['nvidia'] end
    } as gpu,
    is_gpu
from world_software
;

-- queue_software: one JSON object per queue.
insert into queue_software by name
select
    world_software.queue_name,
    to_json(
        {
            'cmtconfigs': world_software.cmtconfigs,
            'containers': case
                world_software.kind when 'any' then ['any', '/cvmfs'] else []::varchar[]
            end,
            'cvmfs': case
                world_software.kind
                when 'tags'
                then []::varchar[]
                else ['atlas', 'nightlies']
            end,
            'architectures': case
                when world_hardware.is_gpu
                then [to_json(world_hardware.cpu), to_json(world_hardware.gpu)]
                else [to_json(world_hardware.cpu)]
            end,
            'tags': coalesce(world_software_tag.tags, [])
        }
    ) as data
from world_software
inner join world_hardware using (queue_name)
left join
    world_software_tag using (queue_name)
;

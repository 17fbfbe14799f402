-- What the queues offer. Kinds: any container (most), platforms only, tags without
-- CVMFS (HPC), exclusive hardware. Queues with releases ANY and 3 % of the others
-- have no entry.
create or replace temp table world_software as
select
    queue.queue_name,
    world_queue.queue_key,
    world_queue.is_arm,
    world_queue.is_gpu,
    case
        when u('software_kind', world_queue.queue_key) < 0.80
        then 'any'
        when u('software_kind', world_queue.queue_key) < 0.92
        then 'platforms'
        else 'tags'
    end as kind,
    u('exclusive', world_queue.queue_key) < (
        case when world_queue.is_gpu then 0.5 else 0.01 end
    ) as is_exclusive,
    case
        when world_queue.is_arm
        then ['aarch64-el9-gcc13-opt', 'aarch64-centos7-gcc11-opt']
        else
            list_filter(
                [
                    'x86_64-el9-gcc13-opt',
                    'x86_64-el9-gcc14-opt',
                    'x86_64-centos7-gcc11-opt',
                    'x86_64-centos7-gcc8-opt',
                    'x86_64-centos7-gcc62-opt',
                    'x86_64-slc6-gcc62-opt',
                    'x86_64-slc6-gcc49-opt'
                ],
                lambda platform, place: place < 2
                or u('platform', world_queue.queue_key + place)
                < (case when place < 5 then 0.9 else 0.4 end)
            )
    end as cmtconfigs
from queue
inner join world_queue using (queue_name)
where
    queue.releases = ['AUTO'] and u('software_known', world_queue.queue_key) >= 0.03
;

-- title: the strings of queues that a pattern of a task may meet
-- grain: kind, text
with

    texts as (
        select 'arch' as kind, unnest(software_machine.cpu.arch) as text
        from software_machine
        union
        select 'platform', unnest(cmtconfigs)
        from software_data
        union
        select 'vendor', vendor
        from queue_gpu
        union
        select 'model', model
        from queue_gpu
    )

select kind, text
from texts
where text is not null and (kind in ('arch', 'platform') or text <> '')

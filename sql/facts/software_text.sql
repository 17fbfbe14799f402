-- title: the strings of queues that a pattern of a task may meet
-- grain: kind, text
with

    texts as (
        select 'arch' as kind, unnest(software_machine.cpu.arch) as text
        from software_machine
        union
        select 'platform', unnest(software_data.cmtconfigs)
        from software_data
        union
        select 'vendor', queue_gpu.vendor
        from queue_gpu
        union
        select 'model', queue_gpu.model
        from queue_gpu
    )

select texts.kind, texts.text
from texts
where
    texts.text is not null and (texts.kind in ('arch', 'platform') or texts.text <> '')

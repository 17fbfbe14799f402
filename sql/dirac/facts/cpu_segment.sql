-- title: the CPU times that task queues may have
-- grain: one row
-- source: T017, T018, T020
-- note: whole numbers, rising, the first above 0; a list that breaks this counts as
-- none; option taskQueueCPUTimeIntervals
with
    configured as (
        select
            list_transform(
                cfg_list(max(value)),
                lambda item: case
                    when regexp_full_match(item, '\d+') then try_cast(item as bigint)
                end
            ) as segments
        from scheduling_option
        where realm = '' and path = 'taskQueueCPUTimeIntervals'
    )

select
    case
        when segments_are_sound(cfg.cpu_segments)
        then cfg.cpu_segments
        when segments_are_sound(configured.segments)
        then configured.segments
        else cfg.usual_cpu_segments
    end as segments
from cfg
cross join configured

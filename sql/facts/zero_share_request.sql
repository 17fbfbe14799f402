-- title: what a chunk shows to fairshare policies; equal chunks have the same number
-- grain: jedi_task_id, chunk_no
-- note: priorities count as classes between the values that policies name; a merging
-- chunk has no priority
with
    thresholds as (
        select
            coalesce(
                list(distinct priority_value order by priority_value) filter (
                    where priority_operator is not null
                ),
                []
            ) as priorities
        from zero_share_rule
    ),
    shown as (
        select
            input_chunk.jedi_task_id,
            input_chunk.chunk_no,
            processing_group(task.processing_type) as processing_group,
            coalesce(task.working_group, '') as working_group,
            nullif(task.gshare, '') as gshare,
            coalesce(input_chunk.is_merging, false) as is_merging,
            case
                when not coalesce(input_chunk.is_merging, false) then task.current_priority
            end as priority,
            thresholds.priorities
        from input_chunk
        inner join task using (jedi_task_id)
        cross join thresholds
    ),
    classed as (
        select
            shown.*,
            len(list_filter(priorities, lambda p:p < priority)) as n_below,
            list_contains(priorities, priority) as is_at
        from shown
    )

select
    jedi_task_id,
    chunk_no,
    dense_rank() over (
        order by
            processing_group, working_group, gshare, is_merging, priority is null, n_below, is_at
    ) as zero_share_no,
    processing_group,
    working_group,
    gshare,
    is_merging,
    priority
from classed

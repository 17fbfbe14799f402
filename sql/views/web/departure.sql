-- title: the check at which the last pseudo queue of a queue left, in the last round
-- grain: policy, jedi_task_id, chunk_no, unified_name
-- note: the reason is that of the pseudo queue that left last
with
    left_at as (
        select
            exclusion.policy,
            exclusion.jedi_task_id,
            exclusion.chunk_no,
            exclusion.unified_name,
            exclusion.criterion,
            exclusion.class,
            coalesce(ladder.place, closing.place) as place,
            coalesce(ladder.line_no, closing.line_no) as line_no,
            coalesce(ladder.label, closing.label) as label
        from exclusion
        inner join last_round using (policy, jedi_task_id, chunk_no, round)
        inner join closing using (policy)
        left join ladder using (policy, step, criterion)
        where not coalesce(ladder.is_frame, false)
    )

select
    policy,
    jedi_task_id,
    chunk_no,
    unified_name,
    arg_max(
        struct_pack(criterion := criterion, class := class, line_no := line_no, label := label),
        (place, criterion)
    ) as last_check
from left_at
group by policy, jedi_task_id, chunk_no, unified_name

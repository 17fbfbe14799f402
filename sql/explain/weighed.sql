-- title: the pairs of one chunk that got a weight: choice first, then the others
-- grain: queue_name
select
    weighed.* exclude (unit_no, jedi_task_id, chunk_no) replace (
        coalesce(weighed.weight, 'nan'::double) as weight,
        case
            when weighed.is_chosen
            then weighed.criterion
            else loss_of(weighed.criterion)
        end as criterion
    )
from weighed
where
    weighed.jedi_task_id = ?
    and weighed.chunk_no = ?
    and weighed.unit_no between ? and ?
order by
    weighed.for_jumbo,
    weighed.is_chosen desc,
    weighed.rank nulls last,
    weighed.weight desc,
    weighed.queue_name

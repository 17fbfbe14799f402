-- title: all failing criteria of every pair as a mask; bits as in criterion
select
    getvariable('policy') as policy,
    verdict.jedi_task_id,
    verdict.chunk_no::integer as chunk_no,
    verdict.queue_name,
    verdict.round::integer as round,
    verdict.reject_mask
from verdict
inner join reported_unit using (unit_no)
order by verdict.pair_no

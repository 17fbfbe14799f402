-- title: all failing criteria of every pair as a mask; bits as in criterion
select
    getvariable('policy') as policy,
    verdict.jedi_task_id,
    verdict.chunk_no::integer as chunk_no,
    verdict.queue_name,
    1 as round,
    verdict.reject_mask
from verdict
order by verdict.pair_no

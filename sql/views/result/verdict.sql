-- title: all failing criteria of every pair as a mask; bits as in criterion
select
    getvariable('policy') as policy,
    verdict.jedi_task_id,
    verdict.chunk_no::integer as chunk_no,
    x_partner_named.queue_name,
    verdict.round::integer as round,
    verdict.reject_mask
from verdict
inner join reported_unit using (unit_no)
inner join x_partner_named using (partner_no)
order by verdict.pair_no

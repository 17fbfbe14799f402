-- title: queues that loading refused, out of each round of each chunk
-- grain: unit_no, queue_name
-- note: a nucleus is refused with the last of its queues
with
    refused as (
        select
            case
                when getvariable('chooses') = 'queue'
                then row_key
                when json_cell(row, 'role') = 'nucleus'
                then json_cell(row, 'site_name')
            end as queue_name,
            string_agg(distinct reason, '; ' order by reason) as detail
        from quarantine
        where table_name = 'queue'
        group by queue_name
    )

select
    null::bigint as pair_no,
    numbered_unit.unit_no,
    numbered_unit.jedi_task_id,
    numbered_unit.chunk_no,
    refused.queue_name,
    refused.queue_name as unified_name,
    numbered_unit.round,
    0 as step,
    '-quarantined' as criterion,
    'misconfigured' as class,
    refused.detail
from reported_unit
inner join numbered_unit using (unit_no)
cross join refused
left join numbered_partner on refused.queue_name = numbered_partner.unified_name
where refused.queue_name is not null and numbered_partner.unified_name is null

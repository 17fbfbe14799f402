create or replace temp table remark as
select
    entry_no as place,
    ddm_endpoint_name || '.' || activity as subject,
    'has no status, left out' as text
from downtime
where status is null
union all
select
    null as place,
    activity as subject,
    format(
        'is no activity that brokerage asks for, left out (endpoints: {})',
        count(distinct ddm_endpoint_name)
    ) as text
from downtime
where activity not in ('read_lan', 'write_lan', 'read_wan', 'write_wan')
group by activity
;

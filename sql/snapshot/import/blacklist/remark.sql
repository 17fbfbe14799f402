create or replace temp table remark as
select
    entry_no as place,
    ddm_endpoint_name || '.' || activity as subject,
    'has no status, left out' as text
from downtime
where
    status is null and activity in ('read_lan', 'write_lan', 'read_wan', 'write_wan')
;

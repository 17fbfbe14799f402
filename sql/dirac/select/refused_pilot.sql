-- title: pilots that loading refused, with the violation
-- reports: -quarantined loading refused the pilot
-- grain: seq
-- nulls: rows without a readable seq are reported by loading alone
select
    try_cast(quarantine.row_key as bigint) as seq,
    min(json_cell(quarantine.row, 'pilot_id')) as pilot_id,
    string_agg(distinct quarantine.reason, '; ' order by quarantine.reason) as reason
from quarantine
left join dirac_pilot on quarantine.row_key = dirac_pilot.seq::varchar
where
    quarantine.table_name = 'dirac_pilot'
    and try_cast(quarantine.row_key as bigint) is not null
    and dirac_pilot.seq is null
group by quarantine.row_key

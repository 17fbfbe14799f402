-- Untested: written after import/panda-postgres, for Oracle.
select
    'network_metric.ts' as subject,
    'values of CRIC are stamped with the local time of the host' as text
from dual
where
    exists (
        select 1
        from network_matrix_kv
        where ts > cast(sys_extract_utc(systimestamp) as date) + interval '5' minute
    )

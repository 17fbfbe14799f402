-- Untested: written after import/panda-postgres, for Oracle.
select cast(sys_extract_utc(systimestamp) as date) as now from dual

-- Untested: written after import/panda-postgres, for Oracle.
-- One consistent view that takes no locks, of the schema that the source names.
set transaction read only
;

alter session set current_schema = :schema
;

alter session set time_zone = 'UTC'
;

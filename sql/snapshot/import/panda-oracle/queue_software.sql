-- Untested: written after import/panda-postgres, for Oracle.
select panda_queue as queue_name, data as data from sw_tags

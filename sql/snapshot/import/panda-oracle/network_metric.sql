-- Untested: written after import/panda-postgres, for Oracle.
select src as src_site, dst as dst_site, key, cast(value as binary_double) as value, ts
from network_matrix_kv
where ts >:now - interval '1' day

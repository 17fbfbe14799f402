select src as src_site, dst as dst_site, key, value::float8 as value, ts
from network_matrix_kv
where ts >:now::timestamp - interval '1 day'

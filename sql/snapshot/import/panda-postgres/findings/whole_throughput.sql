select
    'network_metric.value' as subject,
    'the server keeps whole numbers only: MB/s below 1 are 0, as for its own broker' as text
from pg_attribute
where
    attrelid = to_regclass('network_matrix_kv')
    and attname = 'value'
    and format_type(atttypid, null) in ('bigint', 'integer')

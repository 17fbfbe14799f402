select
    'queue_lock.queue_name' as subject,
    format(
        'the server''s column has room for %s characters: locks of queues with longer '
        'names cannot be there',
        atttypmod - 4
    ) as text
from pg_attribute
where
    attrelid = to_regclass('jedi_process_lock') and attname = 'cloud' and atttypmod between 5 and 56

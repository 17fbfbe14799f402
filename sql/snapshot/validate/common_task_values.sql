select $column as word
from main.$table
where
    $column is not null
    and (status is distinct from 'assigning' or list_contains(?::bigint[], jedi_task_id))
group by word
order by count(*) desc, word
limit 13

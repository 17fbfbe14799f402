select $column as word
from main.$table
where $column is not null
group by word
order by count(*) desc, word
limit 13

select file_no, line_no, left(text, 200) as text
from log_line
where kind is null and not is_known
order by file_no, line_no
limit 20

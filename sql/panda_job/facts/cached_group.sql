-- title: database releases that a queue finds in a cache
-- grain: group_no, queue_name
select distinct chunk_file_group.group_no, pair_db_release.queue_name
from chunk_file_group
inner join pair_db_release using (jedi_task_id, chunk_no)
where chunk_file_group.is_db_release

-- title: files of a chunk that are available together
-- grain: jedi_task_id, chunk_no, group_no
select distinct
    chunk_file_group.jedi_task_id,
    chunk_file_group.chunk_no,
    chunk_file_group.group_no,
    chunk_file_group.n_bytes,
    chunk_file_group.n_files
from chunk_file_group

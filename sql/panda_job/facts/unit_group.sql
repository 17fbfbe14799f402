-- title: files of a chunk that are available together, with the number of the chunk
-- grain: unit_no, group_no
select distinct
    numbered_unit.unit_no,
    chunk_file_group.group_no,
    chunk_file_group.n_bytes,
    chunk_file_group.n_files
from numbered_unit
inner join chunk_file_group using (jedi_task_id, chunk_no)

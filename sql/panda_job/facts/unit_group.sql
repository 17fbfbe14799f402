-- title: files of a chunk that are available together
-- grain: jedi_task_id, chunk_no, group_no
select distinct jedi_task_id, chunk_no, group_no, n_bytes, n_files from chunk_file_group

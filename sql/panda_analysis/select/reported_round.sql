-- title: rounds that are reported, and which of a chunk is the last
-- grain: jedi_task_id, chunk_no, round
select jedi_task_id, chunk_no, round, is_last from round_course

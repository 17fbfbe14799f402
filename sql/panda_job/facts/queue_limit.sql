-- title: how many queues a chunk is sent to at most
-- grain: jedi_task_id, chunk_no
-- kind: view
-- source: C139
select chunk.jedi_task_id, chunk.chunk_no, cfg.max_candidates as n_most from chunk cross join cfg

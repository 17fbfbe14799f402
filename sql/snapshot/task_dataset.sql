-- title: PanDA JEDI_DATASETS
-- key: jedi_task_id, dataset_id
-- reference: jedi_task_id -> task.jedi_task_id
-- range: n_files, n_events, n_events_used, n_files_finished, n_files_failed between 0
-- and 1e12
-- range: n_files_to_be_used between -1e12 and 1e12
-- range: type in ('input', 'pseudo_input', 'output', 'log', 'trn_output', 'trn_log',
-- 'lib', 'random_seed', 'tmpl_output', 'tmpl_log', 'tmpl_trn_output', 'tmpl_trn_log',
-- …)
create table task_dataset (
    jedi_task_id       BIGINT,
    dataset_id         BIGINT,
    dataset_name       VARCHAR,
    type               VARCHAR,  -- input pseudo_input trn_output trn_log (pre-merged) output log
    master_id          BIGINT,  -- NULL for the master input (and for output, log)
    attributes         VARCHAR,  -- comma list: nosplit repeat manytime ru ratio= ...
    storage_token      VARCHAR,  -- ddd:... = distributed
    queue_name         VARCHAR,  -- PanDA's column site: output, log: queue the task uses; master of a merge chunk: its pre-assigned queue
    n_files            BIGINT,
    n_files_to_be_used BIGINT,  -- files that may be used yet; fewer than n_files while scouts run
    n_events           BIGINT,
    n_events_used      BIGINT,  -- events that jobs have used
    n_files_finished   BIGINT,  -- files that are done
    n_files_failed     BIGINT,  -- files that failed for good
    creation_time      TIMESTAMP,
    modification_time  TIMESTAMP,
    state              VARCHAR,
    destination        VARCHAR  -- optional; output, log: NULL = no destination yet
);

-- title: Rucio datasets
-- expected with: task_file
-- key: dataset_name
-- range: n_files between 0 and 1e12
-- range: n_bytes between 0 and 1e18
-- range: did_type in ('DATASET', 'CONTAINER', …)
create table dataset (
    dataset_name   VARCHAR,
    did_type       VARCHAR,  -- kind of the name in Rucio: DATASET, CONTAINER
    n_files        BIGINT,
    n_bytes        BIGINT,  -- bytes of all its files; NULL = unknown
    is_distributed BOOLEAN
);

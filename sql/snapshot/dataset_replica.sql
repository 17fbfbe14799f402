-- title: Rucio replicas; disk or tape by the endpoint
-- expected with: task_file
-- key: dataset_name, ddm_endpoint_name, is_vp
-- reference: dataset_name -> dataset.dataset_name
-- reference: ddm_endpoint_name -> endpoint.ddm_endpoint_name
-- range: n_files_total, n_files_found between 0 and 1e12
-- range: bytes_total, bytes_found between 0 and 1e18
create table dataset_replica (
    dataset_name      VARCHAR,
    ddm_endpoint_name VARCHAR,
    is_vp             BOOLEAN,
    n_files_total     BIGINT,
    n_files_found     BIGINT,  -- NULL = unknown
    bytes_total       BIGINT,  -- bytes of the dataset by the replica
    bytes_found       BIGINT  -- bytes that are at the endpoint
);

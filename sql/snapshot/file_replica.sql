-- title: Rucio; only where a relevant replica is incomplete
-- key: scope, lfn, ddm_endpoint_name
-- reference: ddm_endpoint_name -> endpoint.ddm_endpoint_name
create table file_replica (
    scope             VARCHAR,
    lfn               VARCHAR,
    ddm_endpoint_name VARCHAR
);

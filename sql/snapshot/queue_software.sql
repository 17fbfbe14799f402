-- title: CRIC software tags; pseudo queue ALL holds container sources
-- expected with: queue, task
-- key: queue_name
-- range: json_type(data) in ('OBJECT', 'NULL')
create table queue_software (
    queue_name VARCHAR,
    data       JSON  -- valid JSON: cmtconfigs containers cvmfs architectures tags; a scalar attribute is a list of one
);

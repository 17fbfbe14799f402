-- title: CRIC software tags; pseudo queue ALL holds container sources
-- expected with: queue, task
-- key: queue_name
-- range: json_type(data) in ('OBJECT', 'NULL')
-- range: len(json_keys(data)) = list_unique(json_keys(data)) …
create table queue_software (
    queue_name VARCHAR,
    data       JSON  -- valid JSON: cmtconfigs containers cvmfs architectures tags; a scalar attribute is a list of one
);

-- title: PanDA PANDA_DDM_RELATION (CRIC astorages)
-- expected with: queue, task
-- key: queue_name, ddm_endpoint_name, scope
-- reference: queue_name -> queue.queue_name
-- reference: ddm_endpoint_name -> endpoint.ddm_endpoint_name
-- range: order_read, order_write between -1e9 and 1e9
-- range: scope in ('default', 'analysis', 'user', …)
create table queue_endpoint (
    queue_name        VARCHAR,
    ddm_endpoint_name VARCHAR,
    scope             VARCHAR,  -- what the queue uses the endpoint for: default, analysis
    is_local          BOOLEAN,
    read_lan_role     BOOLEAN,  -- the queue reads from the endpoint over LAN (role read_lan of CRIC)
    write_lan_role    BOOLEAN,
    default_read      BOOLEAN,
    default_write     BOOLEAN,
    order_read        BIGINT,
    order_write       BIGINT
);

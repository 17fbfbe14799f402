-- title: PanDA HARVESTER_SLOTS
-- reference: queue_name -> queue.queue_name
-- range: num_slots between -1e12 and 1e12
create table queue_slots (
    queue_name      VARCHAR,
    gshare          VARCHAR,
    resource_type   VARCHAR,
    num_slots       BIGINT,  -- cores, promised; below 0 the row does not count
    expiration_time TIMESTAMP  -- until when the slots are promised, UTC; NULL = always
);

-- title: jobs started per queue, from the PanDA job tables
-- reference: queue_name -> queue.queue_name
-- range: n_started, n_slots between 0 and 1e12
-- range: window_end >= window_start
create table queue_start_rate (
    queue_name   VARCHAR,
    window_start TIMESTAMP,  -- begin of the time that the row counts, UTC
    window_end   TIMESTAMP,  -- end of the time that the row counts, UTC
    n_started    BIGINT,  -- jobs that started in the window
    n_slots      BIGINT  -- optional; their cores
);

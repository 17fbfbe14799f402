-- title: DIRAC matching delays
-- range: delay_s, burst, n_left between 0 and 1e12
create table dirac_matching_delay (
    site      VARCHAR,
    attribute VARCHAR,
    value     VARCHAR,
    delay_s   DOUBLE,
    burst     BIGINT,
    n_left    DOUBLE,  -- optional; matches that were left at `since`, NULL = as many as burst
    since     TIMESTAMP  -- optional; when the last job was matched, NULL = long ago
);

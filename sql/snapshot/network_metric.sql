-- title: PanDA NETWORK_MATRIX_KV (NWS, CRIC closeness)
-- expected with: queue, task
-- key: src_site, dst_site, key
-- range: value between -1e18 and 1e18
-- settable: value
-- unit of value: *_queued files, *_done_1h files, *_done_6h files, dashb_mbps_* MB/s
create table network_metric (
    src_site VARCHAR,
    dst_site VARCHAR,
    key      VARCHAR,  -- AGIS_closeness (-1 blocked, 0 best .. 11 worst) | <activity>_queued, <activity>_done_1h|6h (files) | dashb_mbps_1h|1d|1w (MB/s)
    value    DOUBLE,
    ts       TIMESTAMP  -- when the value was measured, UTC; rows older than 60 min do not count: an importer stamps longer means (1d, 1w) anew each time
);

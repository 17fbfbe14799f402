-- title: PanDA Metrics and Task_Evaluation
-- range: value between -1e18 and 1e18
create table evaluation (
    metric VARCHAR,  -- analy_user_eval analy_task_eval analy_site_eval
    entity VARCHAR,  -- user (plain name), task id or unified queue
    key    VARCHAR,  -- rem_slots_A, rem_slots_B, class; optional running_slots_hi (the user's running slots in hi sites; else threshold - rem_slots_A)
    value  DOUBLE,  -- class or slots, as `key` says: task class 2 S, 1 A, 0 B, -1 C; site class 1 hi, 0 mid, -1 lo
    ts     TIMESTAMP
);

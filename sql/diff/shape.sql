-- title: what a diff reads of the result tables of both runs; side is A or B
-- snapshot_id is empty for a single run, so that two runs are one cycle each
create table both_result (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    status varchar,
    criterion varchar,
    nucleus varchar
);

create table both_candidate (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    rank int,
    weight double
);

create table both_action (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    panda_id bigint,
    rule_id varchar,
    action varchar,
    is_strongest boolean
);

create table both_match (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    seq bigint,
    tq_id bigint,
    job_id bigint,
    criterion varchar
);

create table both_criterion (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    bit int,
    step int,
    criterion varchar
);

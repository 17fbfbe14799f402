-- title: what a diff needs of the result tables of both runs; side is A or B
-- note: snapshot_id is empty for a single run, so that two runs are one cycle each
create table shape_result (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    status varchar,
    criterion varchar,
    nucleus varchar
);

create table shape_candidate (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    rank int,
    weight double
);

create table shape_action (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    panda_id bigint,
    rule_id varchar,
    action varchar,
    is_strongest boolean
);

create table shape_match (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    seq bigint,
    tq_id bigint,
    job_id bigint,
    criterion varchar
);

create table shape_criterion (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    bit int,
    step int,
    criterion varchar
);

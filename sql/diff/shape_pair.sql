-- title: what a diff reads about the pairs of changed decisions
create table both_verdict (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    round int,
    reject_mask bigint
);

create table both_exclusion (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    round int,
    step int,
    criterion varchar
);

create table both_weighed (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    weight double,
    criterion varchar
);

create table both_factor (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    factor varchar,
    step bigint,
    value double
);

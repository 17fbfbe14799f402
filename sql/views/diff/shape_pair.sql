-- title: what a diff reads about the pairs of changed decisions
create table shape_verdict (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    round int,
    reject_mask bigint
);

create table shape_exclusion (
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

create table shape_weighed (
    side varchar,
    snapshot_id varchar,
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    queue_name varchar,
    weight double,
    criterion varchar
);

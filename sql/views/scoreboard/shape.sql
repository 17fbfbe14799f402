-- title: what a scoreboard reads of the result tables of a run
create table run_result (
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    status varchar,
    n_candidates int
);

create table run_candidate (
    policy varchar,
    jedi_task_id bigint,
    chunk_no int,
    unified_name varchar,
    weight double,
    for_jumbo boolean
);

create table run_match (
    policy varchar, seq bigint, tq_id bigint, job_id bigint
);

create table run_task_queue (
    policy varchar,
    tq_id bigint,
    owner_group varchar,
    n_jobs bigint
);

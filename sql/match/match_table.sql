-- title: the answers to requests
create table match (
    seq bigint,
    pilot_id varchar,
    tq_id bigint,
    job_id bigint,
    user_priority bigint,
    cpu_time bigint,
    n_eligible integer,
    criterion varchar
)

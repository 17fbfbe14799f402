-- title: what changes from cycle to cycle beside the statistics
create table backlog (
    jedi_task_id bigint, chunk_no bigint, arrived_no bigint, n_jobs bigint
);

create table cohort (
    cohort_no bigint,
    jedi_task_id bigint,
    chunk_no bigint,
    arrived_no bigint,
    queue_name varchar,
    vo varchar,
    prod_source_label varchar,
    gshare varchar,
    workqueue_id bigint,
    resource_type varchar,
    nucleus varchar,
    job_status varchar,
    current_priority bigint,
    core_milli bigint,
    disk_io_avg double,
    hs06 double,
    n_waiting bigint,
    n_running bigint
);

create table finished (cohort_no bigint, n_jobs bigint);

create table started (cohort_no bigint, n_jobs bigint);

create table arrived (jedi_task_id bigint, chunk_no bigint, n_jobs bigint);

create table placed (
    jedi_task_id bigint,
    chunk_no bigint,
    arrived_no bigint,
    unified_name varchar,
    seq bigint,
    n_jobs bigint
);

-- The result tables of all cycles, as far as they are compared.
create or replace temp table our_result (
    policy       VARCHAR,
    jedi_task_id BIGINT,
    chunk_no     BIGINT,
    status       VARCHAR,
    criterion    VARCHAR,
    reason       VARCHAR,
    nucleus      VARCHAR
)
;

create or replace temp table our_candidate (
    policy       VARCHAR,
    jedi_task_id BIGINT,
    chunk_no     BIGINT,
    queue_name   VARCHAR,
    rank         BIGINT,
    for_jumbo    BOOLEAN
)
;

create or replace temp table our_weighed (
    policy       VARCHAR,
    jedi_task_id BIGINT,
    chunk_no     BIGINT,
    queue_name   VARCHAR,
    unified_name VARCHAR,
    weight       DOUBLE,
    for_jumbo    BOOLEAN,
    n_queued     BIGINT,
    data         DOUBLE,
    t1           DOUBLE,
    network      DOUBLE,
    free         DOUBLE,
    work         DOUBLE,
    criterion    VARCHAR
)
;

create or replace temp table our_exclusion (
    policy       VARCHAR,
    jedi_task_id BIGINT,
    chunk_no     BIGINT,
    queue_name   VARCHAR,
    unified_name VARCHAR,
    round        BIGINT,
    step         BIGINT,
    criterion    VARCHAR,
    detail       VARCHAR
)
;

create or replace temp table our_verdict (
    policy       VARCHAR,
    jedi_task_id BIGINT,
    chunk_no     BIGINT,
    queue_name   VARCHAR,
    round        BIGINT,
    reject_mask  HUGEINT
)
;

create or replace temp table our_criterion (
    policy    VARCHAR,
    bit       BIGINT,
    step      BIGINT,
    criterion VARCHAR,
    label     VARCHAR
)
;

-- title: what is given away, and when priorities were calculated last
create table taken (
    seq bigint,
    tq_id bigint,
    user_priority bigint,
    job_id bigint,
    class_id bigint,
    arrival_time timestamp
)
;

create table drained (tq_id bigint)
;

create table recalculated as select 0::bigint as seq
;

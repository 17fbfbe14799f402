-- title: what is given away, and when priorities were calculated last
create table taken (
    seq bigint, tq_id bigint, user_priority bigint, job_id bigint
)
;

create table drained (tq_id bigint)
;

create table recalculated as select 0::bigint as seq
;

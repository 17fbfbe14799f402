-- title: why a request gets no job that has none to draw from and asks for none
-- grain: one row
-- note: $1 is the kind of request
select
    no_job_criterion(
        null, null, $1 in (select offered.class_id from offered), null
    ) as criterion

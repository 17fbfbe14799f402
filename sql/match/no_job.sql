-- title: why a request gets no job that has none to draw from and asks for none
-- grain: one row
-- note: $1 is the kind of request
select
    no_job_criterion(
        null,
        null,
        $1 in (select offered.class_id from offered),
        case when $1 in (select limited_pair.class_id from limited_pair) then '-limit' end
    ) as criterion

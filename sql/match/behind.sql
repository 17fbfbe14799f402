-- title: jobs that single requests got and that still stand in their task queues
-- grain: seq
-- nulls: no time, as no delay holds at their sites
-- note: $1 are the requests, $2 the task queues, $3 the user priorities, $4 the jobs
-- and $5 the kinds of the requests
select
    unnest($1::bigint[]) as seq,
    unnest($2::bigint[]) as tq_id,
    unnest($3::bigint[]) as user_priority,
    unnest($4::bigint[]) as job_id,
    unnest($5::bigint[]) as class_id,
    null::timestamp as arrival_time

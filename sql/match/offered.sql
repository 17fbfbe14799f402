-- title: kinds of requests that some task queue with jobs fits
-- grain: class_id
select distinct choice.class_id from choice

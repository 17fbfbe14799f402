-- title: the lowest number of the kinds of requests that were not seen before, 0
-- where none
-- grain: one row
select coalesce(min(class_id), 0) as class_id from new_class

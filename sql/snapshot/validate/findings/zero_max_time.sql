-- severity: note
-- table: queue
-- column: max_time
-- message: is 0 and means no limit, which cannot be right
select queue_name as row_key from queue where max_time = 0

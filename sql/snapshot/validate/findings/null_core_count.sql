-- severity: note
-- table: queue
-- column: core_count
-- message: is NULL, which cannot be right
select queue_name as row_key from queue where core_count is null

-- severity: note
-- table: queue
-- column: site_state
-- message: is NULL at a queue of a nucleus, which counts as ACTIVE
select queue_name as row_key from queue where role = 'nucleus' and site_state is null

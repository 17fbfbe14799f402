-- A database knows the roles of its sites itself.
create or replace temp table known_queue as
select queue_order, site_name, role, site_state
from queue
where false
;

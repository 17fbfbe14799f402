-- What the folder knows already and no file of CRIC's queues says: roles and states of
-- sites, and endpoints whose state is known, which were not guessed from names.
create or replace temp table known_queue as
select queue_order, site_name, role, site_state
from queue
;

truncate queue
;

delete from endpoint
where state is null
;

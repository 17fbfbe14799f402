-- One consistent view that takes no locks: these run before any query.
set session transaction isolation level repeatable read
;

set session time_zone = '+00:00'
;

start transaction
with consistent snapshot, read only
;

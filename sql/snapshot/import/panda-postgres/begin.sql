-- One consistent view that takes no locks. These run before any query, with the names
-- of the schemas that the source gives.
set transaction isolation level repeatable read, read only
;

set local search_path =:schema,:meta_schema
;

set local timezone = 'UTC'
;

set local standard_conforming_strings = on
;

set local lock_timeout = '1s'
;

set local statement_timeout = '10min'
;

set local application_name = 'brokersql import'
;

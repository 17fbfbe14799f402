-- The result tables of all cycles, as far as they are compared.
create or replace temp table our_result as
from absent_result
;

create or replace temp table our_candidate as
from absent_candidate
;

create or replace temp table our_weighed as
select
    *,
    null::double as data,
    null::double as t1,
    null::double as network,
    null::double as free,
    null::double as work
from absent_weighed
;

create or replace temp table our_exclusion as
from absent_exclusion
;

create or replace temp table our_verdict as
from absent_verdict
;

create or replace temp table our_criterion as
from absent_criterion
;

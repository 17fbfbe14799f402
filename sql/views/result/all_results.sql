-- title: what all ranges of tasks hold together, when each was decided; the pairs of the
-- last range go
create or replace table x_unit as
select every_unit.*
from every_unit
;

create or replace table result as
select every_result.*
from every_result
;

drop table if exists x_reported
;

truncate x_passed
;

truncate x_verdict

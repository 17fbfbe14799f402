-- title: what a comparison of runs reads of result tables
create view shape_result as
select null::varchar as side, null::varchar as snapshot_id, *
from absent_result
;

create view shape_candidate as
select null::varchar as side, null::varchar as snapshot_id, *
from absent_candidate
;

create view shape_action as
select null::varchar as side, null::varchar as snapshot_id, *
from absent_action
;

create view shape_match as
select null::varchar as side, null::varchar as snapshot_id, *
from absent_match
;

create view shape_criterion as
select null::varchar as side, null::varchar as snapshot_id, *
from absent_criterion
;

create view shape_verdict as
select null::varchar as side, null::varchar as snapshot_id, *
from absent_verdict
;

create view shape_exclusion as
select null::varchar as side, null::varchar as snapshot_id, *
from absent_exclusion
;

create view shape_weighed as
select null::varchar as side, *
from absent_weighed
;

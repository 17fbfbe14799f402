-- title: what is read of the result tables of a replay to say why chunks wait
create view shape_result as
select null::varchar as snapshot_id, *
from absent_result
;

create view shape_exclusion as
select null::varchar as snapshot_id, *
from absent_exclusion
;

create view shape_criterion as
from absent_criterion
;

-- criterion: -frozen
-- label: frozen check
-- title: the task is frozen
-- effect: pending
-- class: throttled
-- source: tests/compiler
-- bounds: equal passes
-- nulls: unknown passes
-- differs: none
select unit.*, 'frozen' as detail
from unit
cross join snapshot
where unit.frozen_time > snapshot.snapshot_time

-- title: the single names of each pre-assignment
-- grain: preassignment_no, name
select distinct
    preassignment.preassignment_no,
    preassignment.is_premerge,
    trim(unnest(preassignment.names)) as name
from preassignment

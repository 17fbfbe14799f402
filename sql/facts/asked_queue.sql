-- title: the single names of each pre-assignment
-- grain: preassignment_no, name
select distinct preassignment_no, is_premerge, trim(unnest(names)) as name from preassignment

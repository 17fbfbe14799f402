-- title: the names of all that the pages of a run can be about
-- grain: name
select distinct name from subject order by name

-- title: the numbers of the rows of a result that fulfil a condition
select "$number" from result_row where ($condition) order by "$number"

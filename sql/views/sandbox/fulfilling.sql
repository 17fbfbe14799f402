-- title: the rows of a result that fulfil a condition, in their order
select result_row.* from result_row where ($condition)

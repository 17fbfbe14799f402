-- title: a condition on rows, so that its functions can be looked at
select ($condition)

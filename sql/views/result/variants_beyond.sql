-- title: the variants in which a row is beyond a range of its table
select distinct cycle_no from $table where $row and not ($condition)

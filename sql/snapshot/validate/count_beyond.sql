select count(*) from main.$table where $row and not ($condition)

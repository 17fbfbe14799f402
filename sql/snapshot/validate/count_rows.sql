select count(*) from main.$table where $row

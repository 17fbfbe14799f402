select $column from main.$table where $row

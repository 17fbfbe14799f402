select $counts from main.$table where $row

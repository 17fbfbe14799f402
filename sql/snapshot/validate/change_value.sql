update main.$table set $column = ? where $row

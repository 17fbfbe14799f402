select concat($keys) as row_key from main.$table order by row_key

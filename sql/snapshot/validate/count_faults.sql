select $counts from main.$table

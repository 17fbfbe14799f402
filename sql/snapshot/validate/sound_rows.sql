-- The rows of the one table that was loaded, in the order of the file.
select * exclude ($row_no) from main.$table order by $row_no

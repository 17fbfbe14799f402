-- While one table is loaded alone: the number of a row in its file.
alter table main.$table add column $row_no bigint

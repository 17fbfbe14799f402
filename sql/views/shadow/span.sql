-- The times of the first and of the last line, where lines have times.
select min(log_time), max(log_time) from log_line

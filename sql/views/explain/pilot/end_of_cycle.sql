-- title: the number after that of the last request
-- grain: one row
select coalesce(max(seq), 0) + 1 as seq from match

select count(*) from (select 1 from main.$table group by $key having count(*) > 1)

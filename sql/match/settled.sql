-- title: whether what was served calls for new priorities at once
-- grain: one row
select recalc = 'on_tq_change' and (select count(*) from drained) > 0 as is_due from cfg

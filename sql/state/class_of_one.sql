-- title: the class of the only request that arrived, unless it is refused
-- grain: one row, or none
select asking.class_id from asking where asking.criterion is null

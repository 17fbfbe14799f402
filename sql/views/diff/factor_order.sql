-- title: the weight factors in the order of the result tables; weight itself comes last
-- grain: factor
select factor, row_number() over (order by is_product, column_index) as step
from (select distinct factor, is_product, column_index from both_factor) as factor

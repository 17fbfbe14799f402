-- title: the weight factors in the order of the result tables; weight itself comes last
-- grain: factor
select
    factor.factor,
    row_number() over (order by factor.is_product, factor.column_index) as step
from
    (
        select distinct
            both_factor.factor, both_factor.is_product, both_factor.column_index
        from both_factor
    ) as factor

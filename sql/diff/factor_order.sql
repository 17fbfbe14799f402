-- title: the weight factors in the order of the result tables; weight itself comes last
-- grain: factor
select both_factor.factor, min(both_factor.step) as step
from both_factor
group by both_factor.factor

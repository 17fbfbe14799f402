-- title: what follows the last check of a policy: weights, caps and the choice
-- grain: policy
select policy, max(place) + 1 as place, max(line_no) + 1 as line_no, 'final check' as label
from ladder
group by policy

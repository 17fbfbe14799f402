-- title: what follows the last check of a policy: weights, caps and the choice
-- grain: policy
select
    ladder.policy,
    max(ladder.place) + 1 as place,
    max(ladder.line_no) + 1 as line_no,
    'final check' as label
from ladder
group by ladder.policy

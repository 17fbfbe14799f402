-- title: what a criterion is: the words of the first file that has it
-- grain: policy, criterion
select
    criterion.policy,
    criterion.criterion,
    arg_min(criterion.title, criterion.step) as title,
    arg_min(criterion.class, criterion.step) as class,
    min(criterion.step) as step
from criterion
group by criterion.policy, criterion.criterion

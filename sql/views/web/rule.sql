-- title: what a criterion is: the words of the first file that has it
-- grain: policy, criterion
select
    policy,
    criterion,
    arg_min(title, criterion.step) as title,
    arg_min(class, criterion.step) as class,
    min(criterion.step) as step
from criterion
group by policy, criterion

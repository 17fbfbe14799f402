-- title: one row per rule file; the bit decodes the mask of the verdict
select policy, bit, step, criterion, label, title, effect, class, source, file
from criterion
order by step

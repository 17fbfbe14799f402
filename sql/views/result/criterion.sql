-- title: one row per rule file; the bit decodes the mask of the verdict
select
    criterion.policy,
    criterion.bit,
    criterion.step,
    criterion.criterion,
    criterion.label,
    criterion.title,
    criterion.effect,
    criterion.class,
    criterion.source,
    criterion.file
from criterion
order by criterion.step

-- title: candidates before and after each check, counted in unified queues
select
    getvariable('policy') as policy,
    jedi_task_id,
    funnel.chunk_no::integer as chunk_no,
    funnel.round::integer as round,
    funnel.step::integer as step,
    label,
    criteria,
    n_before::integer as n_before,
    n_after::integer as n_after
from funnel
order by jedi_task_id, funnel.chunk_no, funnel.round, funnel.step

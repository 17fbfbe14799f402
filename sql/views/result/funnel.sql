-- title: candidates before and after each check, counted in unified queues
select
    getvariable('policy') as policy,
    funnel.jedi_task_id,
    funnel.chunk_no::integer as chunk_no,
    funnel.round::integer as round,
    funnel.step::integer as step,
    funnel.label,
    funnel.criteria,
    funnel.n_before::integer as n_before,
    funnel.n_after::integer as n_after
from funnel
order by funnel.jedi_task_id, funnel.chunk_no, funnel.round, funnel.step

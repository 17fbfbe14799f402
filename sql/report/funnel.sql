-- title: candidates before and after each check, counted in unified queues
-- grain: jedi_task_id, chunk_no, round, step
-- source: design/interfaces.md, result table funnel; step 0 states the initial
-- candidates
with

    counted as materialized(select funnel_cut.* from funnel_cut),

    lines as (
        select
            counted.jedi_task_id,
            counted.chunk_no,
            counted.round,
            counted.line_no,
            counted.label,
            sum(counted.n_queues)::bigint as n_cut,
            string_agg(
                counted.criterion || ' ' || counted.n_queues,
                ', '
                order by counted.n_queues desc, counted.criterion
            ) as criteria
        from counted
        where not counted.is_chosen
        group by all
    ),

    initial as (
        select
            counted.jedi_task_id,
            counted.chunk_no,
            counted.round,
            sum(counted.n_queues)::bigint as n_queues
        from counted
        group by all
    )

select
    initial.jedi_task_id,
    initial.chunk_no,
    initial.round,
    0 as step,
    'initial candidates' as label,
    null::varchar as criteria,
    initial.n_queues as n_before,
    initial.n_queues as n_after
from initial
union all
select
    lines.jedi_task_id,
    lines.chunk_no,
    lines.round,
    lines.line_no as step,
    lines.label,
    lines.criteria,
    initial.n_queues - sum(lines.n_cut) over so_far + lines.n_cut as n_before,
    initial.n_queues - sum(lines.n_cut) over so_far as n_after
from lines
inner join
    initial
    on lines.jedi_task_id = initial.jedi_task_id
    and lines.chunk_no = initial.chunk_no
    and lines.round = initial.round
window
    so_far as (
        partition by lines.jedi_task_id, lines.chunk_no, lines.round
        order by lines.line_no
    )

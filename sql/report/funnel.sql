-- title: candidates before and after each check, counted in unified queues
-- grain: jedi_task_id, chunk_no, round, step
-- source: design/interfaces.md, result table funnel; step 0 states the initial
-- candidates
with
    lines as (
        select
            funnel_cut.jedi_task_id,
            funnel_cut.chunk_no,
            funnel_cut.round,
            funnel_cut.line_no,
            funnel_cut.label,
            sum(funnel_cut.n_cut)::bigint as n_cut,
            string_agg(
                funnel_cut.criterion || ' ' || funnel_cut.n_cut,
                ', '
                order by funnel_cut.n_cut desc, funnel_cut.criterion
            ) as criteria
        from funnel_cut
        group by all
    ),

    initial as (
        select
            queue_fate.jedi_task_id,
            queue_fate.chunk_no,
            queue_fate.round,
            count(*) as n_queues
        from queue_fate
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

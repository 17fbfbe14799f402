-- title: candidates before and after each check, counted in unified queues
-- grain: unit_no, step
-- note: result table funnel; step 0 states the initial candidates
with
    lines as (
        select
            unit_no,
            jedi_task_id,
            chunk_no,
            round,
            line_no,
            label,
            sum(funnel_cut.n_queues)::bigint as n_queues,
            sum(funnel_cut.n_queues) filter (not is_chosen)::bigint as n_cut,
            string_agg(
                criterion || ' ' || funnel_cut.n_queues,
                ', '
                order by funnel_cut.n_queues desc, criterion
            ) filter (not is_chosen) as criteria
        from funnel_cut
        group by all
    ),
    counted as (
        select
            lines.*,
            (sum(n_queues) over of_unit)::bigint as n_initial,
            (sum(coalesce(n_cut, 0)) over so_far)::bigint as n_cut_so_far,
            line_no = min(line_no) over of_unit as is_first
        from lines
        window of_unit as (partition by unit_no), so_far as (partition by unit_no order by line_no)
    ),
    steps as (select counted.*, unnest([0, line_no][if(is_first, 1, 2):]) as step from counted)

select
    unit_no,
    jedi_task_id,
    chunk_no,
    round,
    step,
    if(step = 0, 'initial candidates', label) as label,
    case when step <> 0 then criteria end as criteria,
    if(step = 0, n_initial, n_initial - n_cut_so_far + n_cut) as n_before,
    if(step = 0, n_initial, n_initial - n_cut_so_far) as n_after
from steps
where step = 0 or n_cut is not null

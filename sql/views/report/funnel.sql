-- title: candidates before and after each check, counted in unified queues
-- grain: unit_no, step
-- note: result table funnel; step 0 states the initial candidates
with

    lines as (
        select
            funnel_cut.unit_no,
            funnel_cut.jedi_task_id,
            funnel_cut.chunk_no,
            funnel_cut.round,
            funnel_cut.line_no,
            funnel_cut.label,
            sum(funnel_cut.n_queues)::bigint as n_queues,
            sum(funnel_cut.n_queues) filter (not funnel_cut.is_chosen)::bigint as n_cut,
            string_agg(
                funnel_cut.criterion || ' ' || funnel_cut.n_queues,
                ', '
                order by funnel_cut.n_queues desc, funnel_cut.criterion
            ) filter (not funnel_cut.is_chosen) as criteria
        from funnel_cut
        group by all
    ),

    counted as (
        select
            lines.*,
            (sum(lines.n_queues) over of_unit)::bigint as n_initial,
            (sum(coalesce(lines.n_cut, 0)) over so_far)::bigint as n_cut_so_far,
            lines.line_no = min(lines.line_no) over of_unit as is_first
        from lines
        window
            of_unit as (partition by lines.unit_no),
            so_far as (partition by lines.unit_no order by lines.line_no)
    ),

    steps as (
        select
            counted.*, unnest([0, counted.line_no][if(counted.is_first, 1, 2):]) as step
        from counted
    )

select
    steps.unit_no,
    steps.jedi_task_id,
    steps.chunk_no,
    steps.round,
    steps.step,
    case when steps.step = 0 then 'initial candidates' else steps.label end as label,
    case when steps.step <> 0 then steps.criteria end as criteria,
    case
        when steps.step = 0
        then steps.n_initial
        else steps.n_initial - steps.n_cut_so_far + steps.n_cut
    end as n_before,
    case
        when steps.step = 0
        then steps.n_initial
        else steps.n_initial - steps.n_cut_so_far
    end as n_after
from steps
where steps.step = 0 or steps.n_cut is not null

-- title: how much is missing where one criterion alone stands, counted in six classes
-- grain: class_no
-- source: design/screens.md 5: edges double around the median, which is made round
-- nulls: the last class has no upper edge; no row where no two numbers are compared
with
    missing as (
        select
            max(abs(pair_reason.asked - pair_reason.offered)) as shortfall,
            any_value(
                coalesce(
                    unit_after(pair_reason.detail, pair_reason.asked),
                    unit_after(pair_reason.detail, pair_reason.offered)
                )
            ) as unit
        from pair_reason
        inner join
            barred
            on pair_reason.jedi_task_id = barred.jedi_task_id
            and pair_reason.chunk_no = barred.chunk_no
            and pair_reason.queue_name = barred.queue_name
            and pair_reason.round = barred.round
        where
            (pair_reason.reject_mask & ~ ?::bigint) = 0
            and pair_reason.asked is not null
            and pair_reason.offered is not null
        group by barred.jedi_task_id, barred.unified_name
    ),

    middle as (
        select
            any_value(missing.unit) as unit,
            median(missing.shortfall) as shortfall,
            power(
                10::double, floor(log10(nullif(median(missing.shortfall), 0)))
            ) as scale
        from missing
    ),

    classes as (
        select
            middle.unit,
            steps.class_no,
            case
                when steps.class_no < 6
                then
                    middle.scale * list_max(
                        list_filter(
                            [1, 2, 5], lambda m:m * middle.scale <= middle.shortfall
                        )
                    )
                    * power(2::double, steps.class_no - 3)
            end as up_to
        from middle
        cross join generate_series(1, 6) as steps(class_no)
        where middle.scale is not null
    ),

    reached as (
        select
            classes.class_no,
            count(missing.shortfall) filter (
                missing.shortfall <= coalesce(classes.up_to, 'infinity'::double)
            ) as n_up_to
        from classes
        cross join missing
        group by classes.class_no
    )

select
    classes.up_to,
    classes.unit,
    reached.n_up_to
    - lag(reached.n_up_to, 1, 0) over (order by classes.class_no) as n_pairs
from classes
inner join reached on classes.class_no = reached.class_no
order by classes.class_no

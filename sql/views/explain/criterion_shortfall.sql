-- title: how much is missing by one rule where its criterion alone stands, counted in
-- six classes
-- grain: class_no
-- nulls: the last class has no upper edge; no row where no two numbers are compared
-- note: edges double around the median, which is made round
with
    pair_reason as ($reasons),
    missing as (
        select
            max(abs(pair_reason.asked - pair_reason.offered)) as shortfall,
            any_value(pair_reason.unit) as unit
        from pair_reason
        inner join barred using (jedi_task_id, chunk_no, queue_name, round)
        where pair_reason.asked is not null and pair_reason.offered is not null
        group by barred.jedi_task_id, barred.unified_name
    ),
    middle as (
        select
            any_value(unit) as unit,
            median(missing.shortfall) as shortfall,
            power(10::double, floor(log10(nullif(median(missing.shortfall), 0)))) as scale
        from missing
    ),
    edges as (
        select
            unit,
            list_transform(
                [0.25::double, 0.5::double, 1, 2, 4],
                lambda m:m
                * scale
                * list_max(list_filter([1, 2, 5], lambda n:n * scale <= shortfall))
            ) as up_to
        from middle
        where scale is not null
    )

select edges.up_to[classes.class_no] as up_to, edges.unit, count(missing.shortfall) as pairs
from edges
cross join generate_series(1, 6) as classes(class_no)
left join
    missing on len(list_filter(edges.up_to, lambda m:m < missing.shortfall)) = classes.class_no - 1
group by classes.class_no, edges.up_to, edges.unit
order by classes.class_no

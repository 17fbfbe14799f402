-- title: how the factors of a weight are spread among chosen pairs and the others, with
-- the pairs nearest to each quantile: of the first places of a chunk, if there are any
-- grain: factor
with
    finite as (select factor.* from factor where policy = $1 and isfinite(x)),

    spread as (
        select
            factor,
            is_chosen,
            count(*) as n,
            quantile_cont(x, [0.05, 0.25, 0.5, 0.75, 0.95]) as quantiles
        from finite
        group by factor, is_chosen
    ),
    near as (
        select
            spread.factor,
            spread.is_chosen,
            part.range as part_no,
            arg_min(
                {
                    'jedi_task_id':finite.jedi_task_id,
                    'chunk_no':finite.chunk_no,
                    'queue_name':finite.queue_name,
                    'value':finite.x
                },
                (
                    finite.place > $2,
                    abs(finite.x - spread.quantiles[part.range]),
                    finite.jedi_task_id,
                    finite.chunk_no,
                    finite.place
                )
            ) as pair
        from spread
        cross join range(1, 6) as part
        inner join finite using (factor, is_chosen)
        group by spread.factor, spread.is_chosen, part.range
    ),
    sides as (
        select
            spread.factor,
            spread.is_chosen,
            {
                'n':any_value(spread.n),
                'quantiles':any_value(spread.quantiles),
                'pairs':list(near.pair order by near.part_no)
            } as side
        from spread
        inner join near using (factor, is_chosen)
        group by spread.factor, spread.is_chosen
    )

select
    factor,
    any_value(side) filter (where is_chosen) as chosen,
    any_value(side) filter (where not is_chosen) as others,
    len(list_distinct(flatten(list(sides.side.quantiles)))) < 2 as is_constant
from sides
group by factor
order by factor = 'weight' desc, factor

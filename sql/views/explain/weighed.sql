-- title: the pairs of one chunk that got a weight: choice first, then the others
-- grain: queue_name
-- note: `cut` is how a pair that was not chosen stands to those that compete, by weight
-- alone. Its rank counts those that may be chosen, is_ranked says whether it is one of
-- them; least is the smallest weight that was chosen, NULL without any; gap is what is
-- missing to it, below 0 where it is no lack of weight.
select
    weighed.* exclude (unit_no, jedi_task_id, chunk_no) replace (
        coalesce(weighed.weight, 'nan'::double) as weight,
        case
            when weighed.is_chosen
            then weighed.criterion
            else loss_of(weighed.criterion)
        end as criterion
    ),
    if(
        weighed.is_chosen or coalesce(isnan(weighed.weight), true),
        null,
        {
            'rank':coalesce(
                weighed.rank,
                1 + len(
                    list_filter(
                        list(weighed.weight) filter (
                            where weighed.rank is not null
                        ) over (),
                        lambda other: not isnan(other) and other > weighed.weight
                    )
                )
            ),
            'weighed':count(weighed.rank) over () + if(weighed.rank is null, 1, 0),
            'chosen':count(*) filter (where weighed.is_chosen) over (),
            'least':min(weighed.weight) filter (where weighed.is_chosen) over (),
            'gap':min(weighed.weight) filter (where weighed.is_chosen) over ()
            - weighed.weight,
            'is_ranked':weighed.rank is not null
        }
    ) as cut
from weighed
where
    weighed.jedi_task_id = ?
    and weighed.chunk_no = ?
    and weighed.unit_no between ? and ?
order by
    weighed.for_jumbo,
    weighed.is_chosen desc,
    weighed.rank nulls last,
    weighed.weight desc,
    weighed.queue_name

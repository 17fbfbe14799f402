-- title: the pairs of chunks that got a weight: choice first, then the others
-- grain: jedi_task_id, chunk_no, queue_name
-- note: `cut` is how a pair that was not chosen stands to those that compete, by weight
-- alone. Its rank counts those that may be chosen, is_ranked says whether it is one of
-- them; least is the smallest weight that was chosen, NULL without any; gap is what is
-- missing to it, below 0 where it is no lack of weight.
select
    weighed.* exclude (round) replace (
        coalesce(weight, 'nan'::double) as weight,
        if(is_chosen, criterion, loss_of(criterion)) as criterion
    ),
    if(
        is_chosen or coalesce(isnan(weight), true),
        null,
        {
            'rank':coalesce(
                rank,
                1 + len(
                    list_filter(
                        list(weight) filter (where rank is not null) over (
                            partition by jedi_task_id, chunk_no
                        ),
                        lambda other: not isnan(other) and other > weight
                    )
                )
            ),
            'weighed':count(rank) over (partition by jedi_task_id, chunk_no)
            + if(rank is null, 1, 0),
            'chosen':count(*) filter (where is_chosen) over (partition by jedi_task_id, chunk_no),
            'least':min(weight) filter (where is_chosen) over (partition by jedi_task_id, chunk_no),
            'gap':min(weight) filter (where is_chosen) over (partition by jedi_task_id, chunk_no)
            - weight,
            'is_ranked':rank is not null
        }
    ) as cut
from weighed
where $chosen
order by for_jumbo, is_chosen desc, rank nulls last, weight desc, queue_name

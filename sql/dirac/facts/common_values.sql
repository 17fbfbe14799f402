-- title: how many values a list that is sent and one that is asked for have in common
-- grain: offered_no, required_no
-- source: T021
-- nulls: lists without a common value have no row
with
    offered as (
        select offered_list.offered_no, unnest(offered_list.items) as value
        from offered_list
    ),

    required as (
        select required_list.required_no, unnest(required_list.items) as value
        from required_list
    )

select offered.offered_no, required.required_no, count(*) as n_common
from offered
inner join required using (value)
group by offered.offered_no, required.required_no

-- title: the nearest queues that reject one chunk by how little is missing
-- grain: queue_name
-- nulls: requested and offered are NULL where a criterion compares no two numbers
with
    nearest as (
        select
            queue_name,
            unified_name,
            count(*)::integer as n_failing,
            min(failing_pair.bit) as bit,
            arg_min(detail, failing_pair.bit) as detail,
            arg_min_null(operator, failing_pair.bit) as operator,
            arg_min_null(asked, failing_pair.bit) as asked,
            arg_min_null(offered, failing_pair.bit) as offered,
            arg_min_null(unit, failing_pair.bit) as unit
        from failing_pair
        group by queue_name, unified_name
    )

select
    nearest.queue_name,
    nearest.unified_name,
    nearest.n_failing,
    criterion.criterion,
    nearest.detail,
    nearest.unit,
    nearest.asked as requested,
    nearest.operator,
    nearest.offered,
    nearest.bit,
    criterion.class
from nearest
inner join criterion using (bit)
order by
    nearest.n_failing,
    abs(nearest.asked - nearest.offered)
    / nullif(greatest(abs(nearest.asked), abs(nearest.offered)), 0) nulls last,
    criterion.step desc,
    nearest.queue_name

create or replace temp table remark as
select
    row_number() over (order by ddm_endpoint_name) as place,
    ddm_endpoint_name as subject,
    format(
        'is in no file and no endpoint any more (queues that name it: {})',
        count(distinct queue_name)
    ) as text
from queue_endpoint
where ddm_endpoint_name not in (select ddm_endpoint_name from endpoint)
group by ddm_endpoint_name
;

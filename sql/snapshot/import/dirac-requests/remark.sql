-- What is odd about the fields of requests, one row per field and fault.
create or replace temp table remark as
with
    faults as (
        select
            entry_no,
            request,
            given,
            case
                when name is null
                then 'is no option of a request that is known here, left out'
                when data_type = 'BIGINT' and number is null
                then format('{} is no number, read as unknown', left(text, 40))
                when data_type = 'BOOLEAN' and flag is null
                then format('{} is no flag, read as unknown', left(text, 40))
                when data_type = 'TIMESTAMP' and moment is null
                then format('{} is no time, read as unknown', left(text, 40))
            end as fault
        from request_value
        where text is not null
    )

select
    min(entry_no) as place,
    arg_min(request, entry_no) || '.' || given as subject,
    fault || if(count(*) > 1, format('; so for {} more', count(*) - 1), '') as text
from faults
where fault is not null
group by given, fault
;

-- One row for all findings, or for each value where the query names values.
select count(*), coalesce(min(distinct cast(finding.row_key as varchar), 5), []), value
from
    (
        select null as row_key, null as value
        where false
        union all by name
        ($query)
    ) as finding
group by value
order by value

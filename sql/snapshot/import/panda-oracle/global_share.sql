-- Untested: written after import/panda-postgres, for Oracle.
select
    name,
    cast(value as binary_double) as value,
    parent,
    prodsourcelabel as prod_source_label,
    workinggroup as working_group,
    campaign,
    processingtype as processing_type,
    transpath as trans_path,
    rtype as resource_type,
    vo,
    cast(queue_id as number(18)) as queue_id,
    case when throttled = 'Y' then 1 else 0 end as throttled
from global_shares

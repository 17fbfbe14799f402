select
    name,
    value::float8 as value,
    parent,
    prodsourcelabel as prod_source_label,
    workinggroup as working_group,
    campaign,
    processingtype as processing_type,
    transpath as trans_path,
    rtype as resource_type,
    vo,
    queue_id::bigint as queue_id,
    throttled = 'Y' as throttled
from global_shares

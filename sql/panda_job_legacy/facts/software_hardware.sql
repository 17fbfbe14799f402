-- title: can the description of a queue decide on a requirement signature?
-- grain: software_no, config_no
-- source: O027, O056
-- note: no architectures, so no hardware is asked; failure NULL = it can
select
    software_signature.software_no,
    software_config.config_no,
    case
        when software_config.is_described and software_signature.is_auto_asked
        then null
        when software_config.is_described
        then 'not_asked'
        when software_signature.container_name is not null
        then 'not_auto'
        else 'undecided'
    end as failure,
    null::varchar as cpu_detail,
    null::varchar as gpu_detail
from software_signature
cross join software_config

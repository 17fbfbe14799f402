-- title: the endpoint of a nucleus that a storage token stands for
-- grain: nucleus, wanted
-- source: C010
-- note: the endpoint of this name, else the first one of the first queue whose name the
-- token matches as a pattern or whose type it names
with tokens as (select distinct wanted from task_output)

select
    nucleus_output.nucleus,
    tokens.wanted,
    arg_min(
        nucleus_output.ddm_endpoint_name,
        (
            nucleus_output.ddm_endpoint_name <> tokens.wanted,
            nucleus_output.writer,
            nucleus_output.ddm_endpoint_name
        )
    ) as ddm_endpoint_name
from tokens
inner join
    nucleus_output
    on nucleus_output.ddm_endpoint_name = tokens.wanted
    or nucleus_output.endpoint_type = replace(tokens.wanted, 'ATLAS', '')
    or contains_pattern(nucleus_output.ddm_endpoint_name, tokens.wanted)
group by nucleus_output.nucleus, tokens.wanted

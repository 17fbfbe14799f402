-- title: where on the grid an input dataset can be read in full
-- grain: dataset_name
-- note: all endpoints with a copy count
select
    input_copy.dataset_name,
    bool_or(input_copy.is_regarded_complete and not input_copy.is_tape) as is_on_disk,
    bool_or(
        input_copy.is_complete and not input_copy.is_vp and not input_copy.is_tape
    ) as is_truly_on_disk,
    bool_or(input_copy.is_regarded_complete and input_copy.is_tape) as is_on_tape,
    bool_or(
        input_copy.is_regarded_complete and input_copy.is_wan_readable
    ) as has_remote_source
from input_copy
where input_copy.is_lan_readable or input_copy.is_wan_readable
group by input_copy.dataset_name

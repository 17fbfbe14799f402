-- title: where on the grid an input dataset can be read in full
-- grain: dataset_name
-- note: all endpoints with a copy count
select
    dataset_name,
    bool_or(is_regarded_complete and not is_tape) as is_on_disk,
    bool_or(is_complete and not is_vp and not is_tape) as is_truly_on_disk,
    bool_or(is_regarded_complete and is_tape) as is_on_tape,
    bool_or(is_regarded_complete and is_wan_readable) as has_remote_source
from input_copy
where is_lan_readable or is_wan_readable
group by dataset_name

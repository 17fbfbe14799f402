-- Options of the configuration by their path, from the views of the policy dirac.
create or replace temp table option as
select
    row_number() over (order by text_no, line_no) as entry_no,
    text_no,
    line_no,
    trim(path, '/') as path,
    string_split(trim(path, '/'), '/') as names,
    value,
    value is null as is_section
from cfg_option
;

create or replace temp table record as
select entry_no, path as name, null::varchar as problem
from option
where not is_section
;

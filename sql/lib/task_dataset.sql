-- title: what JEDI reads from the name, type, attributes and token of a dataset
-- source: running system
create or replace macro is_pseudo_input(type, dataset_name, attributes) as
    coalesce(type in ('pseudo_input', 'pp_input'), false)
    or coalesce(dataset_name in ('pseudo_dataset', 'seq_number'), false)
    or coalesce(regexp_matches(attributes, '(?:^|,)ps(?:,|$)'), false);

-- the fifth part of a name, such as log; one of users and groups has no such part
create or replace macro dataset_type(dataset_name) as
    case
        when starts_with(dataset_name, 'user') or starts_with(dataset_name, 'group')
        then null
        else string_split(dataset_name, '.')[5]
    end;

-- the first ddd: of a list counts, and nothing where it names no place
create or replace macro is_distributed_output(storage_token) as
    nullif(regexp_extract(storage_token, '(?:^|,)ddd:([^/,]*)(?:/[^,]*)?(?:,|$)', 1), '')
    is not null;

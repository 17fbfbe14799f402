-- title: keys of CRIC's params object and catchall list
-- note: params first, then the comma list 'key' or 'key=value'
-- note: an item after a blank has another key; one that only starts with the key has no
-- value but counts as there
create or replace macro catchall_value(params, items, key) as
    coalesce(
        json_extract_string(params, '$."' || key || '"'),
        nullif(regexp_extract(items, '(?:^|,)' || key || '=([^,]+)', 1), '')
    );

create or replace macro has_catchall(params, items, key) as
    coalesce(json_exists(params, '$."' || key || '"'), false)
    or coalesce(regexp_matches(items, '(?:^|,)' || key), false);

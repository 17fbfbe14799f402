-- title: reading fairshare policies
create or replace macro processing_group(processing_type) as
    case
        when
            processing_type in (
                'evgen',
                'simul',
                'reprocessing',
                'mcore',
                'group',
                'deriv',
                'pile',
                'merge'
            )
        then processing_type
        when
            processing_type
            in ('prod_test', 'validation', 'ptest', 'rc_test', 'rc_test2', 'rc_alrb')
        then 'test'
        else 'others'
    end;

-- the last field with this prefix, without it; NULL where there is none
create or replace macro last_field(fields, prefix) as
    substr(
        list_extract(list_filter(fields, lambda field: starts_with(field, prefix)), -1),
        length(prefix) + 1
    );

-- no pattern (is_valid NULL) takes everything
create or replace macro pattern_test(is_valid, matches, content) as
    case
        when is_valid is null then 'yes'
        when not is_valid then 'broken'
        when list_contains(matches, content) then 'yes'
        else 'no'
    end;

-- no operator: no condition; an unknown priority equals none and has no order
create or replace macro priority_applies(priority, operator, threshold) as
    case
        when operator is null then true
        when operator = 'true' then coalesce(priority <> 0, false)
        when operator = '==' then coalesce(priority = threshold, false)
        when operator = '!=' then coalesce(priority <> threshold, true)
        when priority is null then true
        when operator = '>' then priority > threshold
        when operator = '<' then priority < threshold
        when operator = '>=' then priority >= threshold
        when operator = '<=' then priority <= threshold
    end;

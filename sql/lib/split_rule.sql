-- title: values of JEDI split rules, 'TT=value' tokens separated by commas
-- note: split-rule tokens; anchored at a token boundary
create or replace macro split_rule(rules, token) as
    try_cast(regexp_extract(rules, '(?:^|,)' || token || '=(-?[0-9]+)', 1) as bigint);

create or replace macro has_split_rule(rules, token) as
    coalesce(regexp_matches(rules, '(?:^|,)' || token || '='), false);

-- title: regular expressions of tasks and queues, never trusted
-- note: what RE2 refuses matches nothing
create or replace macro is_pattern(pattern) as
    try(regexp_matches('', pattern)) is not null
    and try(regexp_matches('', '(?:' || pattern || ')')) is not null;

-- as Python's search of ^pattern$: an alternative without parentheses is half anchored
create or replace macro matches_ends(content, pattern) as
    coalesce(try(regexp_matches(content, '^' || pattern || '$')), false);

-- as Python's match: anchored at the start
create or replace macro matches_start(content, pattern) as
    coalesce(try(regexp_matches(content, '^(?:' || pattern || ')')), false);

create or replace macro matches_start_anycase(content, pattern) as
    coalesce(try(regexp_matches(content, '^(?:' || pattern || ')', 'i')), false);

create or replace macro has_prefix(content, prefixes) as
    coalesce(
        list_bool_or(
            list_transform(prefixes, lambda prefix: starts_with(content, prefix))
        ),
        false
    );

create or replace macro any_has_prefix(contents, prefixes) as
    coalesce(
        list_bool_or(
            list_transform(contents, lambda content: has_prefix(content, prefixes))
        ),
        false
    );

-- as Python's search: anywhere in the text
create or replace macro contains_pattern(content, pattern) as
    coalesce(try(regexp_matches(content, '(?:' || pattern || ')')), false);

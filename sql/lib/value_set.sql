-- title: lists of names as sets, as DIRAC compares them
create or replace macro value_set(listed, comparison) as
    nullif(
        list_sort(
            list_distinct(
                list_filter(
                    list_transform(
                        listed,
                        lambda value: if(comparison = 'nocase', lower(trim(value)), trim(value))
                    ),
                    lambda value: value <> ''
                )
            )
        ),
        []
    );

create or replace macro compared_name(name, comparison) as
    if(comparison = 'nocase', lower(trim(name)), name);

-- what a job asks for in a field; what does not distinguish task queues is not asked
create or replace macro asked_set(listed, field, fields, comparison) as
    case when list_contains(fields, field) then value_set(listed, comparison) end;

-- a list that is never NULL or empty, for a hash, which would pass over it
create or replace macro never_empty_list(listed) as coalesce(nullif(listed, []), ['']);

-- ANY however it is written: the word without case and punctuation
create or replace macro says_any(listed) as
    len(
        list_filter(
            listed,
            lambda value: regexp_replace(lower(value), '[^a-z0-9]', '', 'g') = 'any'
        )
    )
    > 0;

-- what a resource offers for a condition; ANY, where it counts, lifts the condition
create or replace macro offered_set(listed, any_values, comparison) as
    case
        when any_values and says_any(listed)
        then null
        else value_set(listed, comparison)
    end;

-- whether what a resource sends, or sends not, is held to what jobs require
create or replace macro is_condition(listed, any_values, is_strict) as
    case
        when any_values and says_any(listed)
        then false
        else is_strict or value_set(listed, 'exact') is not null
    end;

-- the tags that stand for n processors: each number, up to so many, and that they are several
create or replace macro processor_tags(n_processors, most) as
    list_transform(
        range(1, if(n_processors <= most, n_processors, 0) + 1),
        lambda n: n::varchar || 'Processors'
    )
    || if(n_processors > 1, ['MultiProcessor'], []);

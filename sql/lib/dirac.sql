-- title: values and priorities as DIRAC compares them
-- source: spec/dirac.md 2.1, 2.2, 3, 4.2
-- a list as a set: no blanks, no value twice, in order; nothing left is no list
create or replace macro value_set(listed, comparison) as
    nullif(
        list_sort(
            list_distinct(
                list_filter(
                    list_transform(
                        listed,
                        lambda value: case
                            when comparison = 'nocase'
                            then lower(trim(value))
                            else trim(value)
                        end
                    ),
                    lambda value: value <> ''
                )
            )
        ),
        []
    );

create or replace macro compared_name(name, comparison) as
    case when comparison = 'nocase' then lower(trim(name)) else name end;

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
        when any_values and coalesce(says_any(listed), false)
        then null
        else value_set(listed, comparison)
    end;

create or replace macro segments_are_sound(segments) as
    len(segments) > 0
    and segments[1] > 0
    and segments = list_sort(list_distinct(segments));

-- the least segment that holds a CPU time, else the last
create or replace macro segment_of(cpu_time, segments) as
    coalesce(
        list_filter(segments, lambda segment: segment >= cpu_time)[1], segments[-1]
    );

create or replace macro real_priority(
    user_priority, use_real, urgent_from, urgent_priority, background_priority
) as
    case
        when not use_real
        then greatest(user_priority, 0)::double
        when user_priority >= urgent_from
        then urgent_priority
        when user_priority <= 0
        then background_priority
        else user_priority::double
    end;

-- what a job asks for in a field; what does not tell task queues apart is not asked
create or replace macro asked_set(listed, field, fields, comparison) as
    case when list_contains(fields, field) then value_set(listed, comparison) end;

-- the tags that stand for n processors
create or replace macro processor_tags(n_processors) as
    list_transform(
        range(1, coalesce(n_processors, 0) + 1), lambda n: n::varchar || 'Processors'
    )
    || case when n_processors > 1 then ['MultiProcessor'] else [] end;

-- whether bans leave nothing that is accepted; a single ban is enough by itself
create or replace macro is_wholly_banned(n_common, banned, accepted) as
    n_common > 0 and (len(banned) = 1 or n_common = len(accepted));

-- of the sites of a resource, those that jobs accept and do not ban
create or replace macro accepted_sites(sites, asked, banned) as
    list_filter(
        sites,
        lambda site: coalesce(list_contains(asked, site), true)
        and not coalesce(list_contains(banned, site), false)
    );

-- a list that is never NULL or empty, for a hash, which would pass over it
create or replace macro told_list(listed) as coalesce(nullif(listed, []), ['']);

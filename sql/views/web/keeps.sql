-- title: whether a value passes a filter of a list: equality, a pattern, a word, a
-- bound
-- nulls: no value is like nothing, has no word and lies within no bound
create or replace macro keeps(x, operator, wanted) as
    coalesce(
        case operator
            when 'is' then x::varchar is not distinct from wanted
            when 'not' then x::varchar is distinct from wanted
            when 'like' then x::varchar ilike wanted escape '\'
            when 'unlike' then not x::varchar ilike wanted escape '\'
            when 'has' then contains(' ' || x::varchar || ' ', ' ' || wanted || ' ')
            when 'lacks' then not contains(' ' || x::varchar || ' ', ' ' || wanted || ' ')
            when '<' then try_cast(x as double) < try_cast(wanted as double)
            when '<=' then try_cast(x as double) <= try_cast(wanted as double)
            when '>' then try_cast(x as double) > try_cast(wanted as double)
            when '>=' then try_cast(x as double) >= try_cast(wanted as double)
        end,
        operator in ('unlike', 'lacks')
    )
;

-- title: whether a value passes a filter of a list: equality, a pattern, a bound
create or replace macro keeps(x, operator, wanted) as
    case operator
        when 'is' then x::varchar is not distinct from wanted
        when 'not' then x::varchar is distinct from wanted
        when 'like' then coalesce(x::varchar ilike wanted escape '\', false)
        when 'unlike' then not coalesce(x::varchar ilike wanted escape '\', false)
        when '<' then coalesce(try_cast(x as double) < try_cast(wanted as double), false)
        when '<=' then coalesce(try_cast(x as double) <= try_cast(wanted as double), false)
        when '>' then coalesce(try_cast(x as double) > try_cast(wanted as double), false)
        when '>=' then coalesce(try_cast(x as double) >= try_cast(wanted as double), false)
    end
;

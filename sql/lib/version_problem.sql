-- title: what is wrong with a GPU requirement of a task; NULL = nothing
create or replace macro requirement_problem(attribute, operator, wanted) as
    case
        when operator = 'error'
        then
            format(
                'GPU {} {} is no text: queues with GPUs are refused',
                attribute,
                wanted
            )
        when operator in ('match', 'exclude', 'in', 'not in') then null
        when
            version_parts(wanted) is null
            or operator not in ('==', '>=', '<=', '>', '<', '!=')
        then
            format(
                'GPU {} {}{} is no comparison with a version: never fulfilled',
                attribute,
                operator,
                wanted
            )
    end;

-- title: splitting text at | and - outside of parentheses only
create or replace macro nesting_at(content, place) as
    length(replace(content[1:place], ')', ''))
    - length(replace(content[1:place], '(', ''));

-- inside of parentheses they are hidden as two control characters while splitting
create or replace macro hide_nested(content) as
    array_to_string(
        list_transform(
            range(1, length(content) + 1),
            lambda place: case
                when nesting_at(content, place) > 0
                then translate(content[place], '|-', chr(1) || chr(2))
                else content[place]
            end
        ),
        ''
    );

create or replace macro show_nested(content) as
    translate(content, chr(1) || chr(2), '|-');

-- one pair of parentheses around the whole
create or replace macro is_enclosed(content) as
    content like '(%)'
    and list_bool_and(
        list_transform(
            range(1, length(content)), lambda place: nesting_at(content, place) > 0
        )
    );

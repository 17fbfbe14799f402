-- title: the unit that a detail gives to one of its numbers
-- nulls: NULL where no unit follows the number
create or replace macro unit_after(detail, number) as
    nullif(
        regexp_extract(
            detail,
            '(?:^|[^0-9.])'
            || case
                when number = trunc(number) and abs(number) < 9e15::double
                then try_cast(number as bigint) || '(?:\.0)?'
                else replace(number::varchar, '.', '\.')
            end
            || ' ([A-Za-z][^ ,;:]*)',
            1
        ),
        ''
    );

-- the unit of what is asked, else of what is offered
create or replace macro unit_of(detail, asked, offered) as
    coalesce(unit_after(detail, asked), unit_after(detail, offered));

-- title: the unit that a detail gives to one of its numbers
-- nulls: NULL where the number is no integer, or no unit follows it
create or replace macro unit_after(detail, number) as
    case
        when number = trunc(number) and abs(number) < 9e15::double
        then
            nullif(
                regexp_extract(
                    detail,
                    '(?:^|[^0-9.])' || try_cast(number as bigint) || ' ([A-Za-z][^ ,;:]*)',
                    1
                ),
                ''
            )
    end;

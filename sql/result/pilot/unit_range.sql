-- title: the number of the request of one pilot
select
    coalesce(min(x_unit.unit_no), 0) as first_unit,
    coalesce(max(x_unit.unit_no) + 1, 0) as last_unit
from x_unit
where x_unit.seq = ?

-- title: what a cycle may decide about, while x_unit holds what it decides about
-- grain: unit_no
create table every_unit as
select x_unit.*
from x_unit

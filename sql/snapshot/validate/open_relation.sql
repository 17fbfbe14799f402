create or replace temp view snapshot_part as
from $relation

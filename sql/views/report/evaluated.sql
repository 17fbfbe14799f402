-- title: all columns of a relation, read for the errors that their values lead to
select max(hash(found)) from $relation as found

-- title: numbers whose digits do not depend on the order in which threads add
create or replace macro steady(x) as round(x, 9);

-- the mean of numbers, added in the order of a key
create or replace macro mean_over(x, key) as fsum(x order by key) / count(x);

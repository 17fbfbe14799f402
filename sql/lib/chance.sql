-- title: the chance of the smallest of numbers u / priority
-- note: whether one of priority r has a number above v, as a part of 1 without loss of
-- digits
-- note: P(i) = r_i times the integral over v from 0 to 1 of the product of 1 - v r_j
-- over all others, r = priority / largest priority
create or replace macro stays_above(v, rest, r) as rest + v * (1 - r);

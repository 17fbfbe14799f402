-- title: seeded numbers for draws and ties, the same on every machine and version
-- source: the lower half of MD5 over text, so that the same choice can be made anywhere
create or replace macro key_of(text) as
md5_number_lower(text);

-- a key as a number above 0 and below 1: the middle of one of 2^53 equal parts
create or replace macro uniform_of(key) as
    ((key >> 11)::double + 0.5::double) / 9007199254740992::double;

create or replace macro batch_draw(draw_key, seq, queue_name) as
    uniform_of(key_of(concat_ws('/', draw_key, seq, queue_name)));

-- the number that two keys draw together: the middle bits of their product
create or replace macro drawn(left_key, right_key) as
    (((left_key * right_key) >> 43) & 9007199254740991) / 9007199254740992::double;

create or replace macro wide_key(kind, id) as
    md5_number_lower(concat_ws('/', kind, id))::uhugeint;

-- the least of n numbers drawn alike, divided by what each weighs
create or replace macro least_lot(u, n, weight) as
    (1::double - pow(1::double - u, 1::double / n)) / weight;

-- which of n things in a row is drawn, counted from 0
create or replace macro drawn_place(u, n) as trunc(u * n)::bigint;

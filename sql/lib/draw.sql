-- title: seeded numbers for draws and ties, the same on every machine and version
-- source: the lower half of MD5 over text, so that the same choice can be made anywhere
create or replace macro key_of(text) as
md5_number_lower(text);

-- a key as a number above 0 and below 1: the middle of one of 2^53 equal parts
create or replace macro uniform_of(key) as
    ((key >> 11)::double + 0.5::double) / 9007199254740992::double;

create or replace macro batch_draw(draw_key, seq, queue_name) as
    uniform_of(key_of(concat_ws('/', draw_key, seq, queue_name)));

-- title: seeded numbers for draws and ties, the same on every machine and version
-- source: the lower half of MD5 over text, so that the same choice can be made anywhere
create or replace macro key_of(text) as
md5_number_lower(text);

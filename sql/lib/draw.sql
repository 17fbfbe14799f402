-- title: seeded draws in [0, 1), the same on every machine and version
-- source: splitmix64 finaliser over exact integers; golden vectors in tests
create or replace macro mix_step(z, shift, factor) as
    ((xor(z, z >> shift)::uhugeint * factor::uhugeint) % 18446744073709551616::uhugeint)::ubigint;

create or replace macro mix64(z) as
    xor(
        mix_step(mix_step(z, 30, 13787848793156543929), 27, 10723151780598845931),
        mix_step(mix_step(z, 30, 13787848793156543929), 27, 10723151780598845931) >> 31
    );

create or replace macro key_of(text) as md5_number_lower(text);

create or replace macro unit_interval(bits) as (bits >> 11)::double / 9007199254740992::double;

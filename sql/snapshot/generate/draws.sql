-- Seeded draws. Every draw is a hash of (seed, stream, id): it does not depend on
-- threads, row order or other draws. Variables: seed, cycle, first_task, n_tasks.
create or replace temp macro stream(name) as (
    md5_number_lower(concat_ws('/', getvariable('seed'), name))
)
;

-- The 64 bits in the middle of a 128-bit product.
create or replace temp macro middle(left_factor, right_factor) as (
    (
        ((left_factor::uhugeint * right_factor::uhugeint) >> 32)
        & 18446744073709551615::uhugeint
    )::ubigint
)
;

-- Uniform in [0, 1).
create or replace temp macro u(name, id) as (
    (
        middle(
            xor(
                middle(
                    xor(
                        middle(
                            xor(id::ubigint, stream(name)),
                            11400714819323198485::ubigint
                        ),
                        15241094284759029579::ubigint
                    ),
                    13787848793156543929::ubigint
                ),
                10723151780598845931::ubigint
            ),
            7046029254386353131::ubigint
        )
        >> 11
    )::double
    / 9007199254740992::double
)
;

-- Uniform in [0, 1), another one in each cycle of a history.
create or replace temp macro now_u(name, id) as (
    u(concat_ws('@', name, getvariable('cycle')), id)
)
;

-- The number of a text (40 bits), as id of a draw.
create or replace temp macro key_of(text) as ((md5_number_lower(text) >> 24)::bigint)
;

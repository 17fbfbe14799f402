-- Shapes of distributions, as functions of uniform draws.
create or replace temp macro normal(x, y) as (
    sqrt(-2 * ln(1 - x)) * cos(2 * pi() * y)
)
;

create or replace temp macro whole(x) as (floor(x)::bigint)
;

-- An integer from low to high, both included.
create or replace temp macro whole_between(x, low, high) as (
    low + floor(x * (high - low + 1))::bigint
)
;

-- Uniform in the logarithm.
create or replace temp macro log_between(x, low, high) as (
    exp(ln(low::double) + x * (ln(high::double) - ln(low::double)))
)
;

create or replace temp macro pick(x, choices) as (
    choices[1 + floor(x * len(choices))::bigint]
)
;

-- The choice whose cumulated weight exceeds x; the last one takes the rest.
create or replace temp macro pick_by(x, cumulated, choices) as (
    choices[1 + len(list_filter(cumulated, lambda bound: bound <= x))]
)
;

-- The quantile x of a distribution given by quantiles at cumulated shares that
-- begin with 0 and end with 1, straight between them.
create or replace temp macro ladder(x, shares, quantiles) as (
    list_sum(
        list_transform(
            range(1, len(shares)),
            lambda step: case
                when
                    x >= shares[step]
                    and (x < shares[step + 1] or step + 1 = len(shares))
                then
                    quantiles[step]
                    + (quantiles[step + 1] - quantiles[step])
                    * (x - shares[step])
                    / (shares[step + 1] - shares[step])
                else 0
            end
        )
    )
)
;

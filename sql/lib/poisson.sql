-- title: numbers by Poisson's law, at most so many
-- source: the inverse of its distribution, summed from 0 on
-- note: `below` is how likely a smaller number than the next is, n how many are likely
-- less than u
create or replace macro poisson_step(state, k, mean, u) as
    {
        'below': state.below + exp(k * ln(mean) - mean - lgamma(k + 1)),
        'n': state.n
        + if(state.below + exp(k * ln(mean) - mean - lgamma(k + 1)) < u, 1, 0)
    };

-- the number that u, between 0 and 1, stands for; a mean of 0 or less gives 0
create or replace macro poisson_upto(mean, u, most) as
    case
        when mean > 0
        then
            list_reduce(
                range(0, most),
                lambda state,
                k: poisson_step(state, k, mean, u),
                {'below': 0::double, 'n': 0::bigint}
            ).n
        else 0
    end;

-- title: the value that a Student t variable exceeds in one of twenty cases
-- note: P(T > t) = I_x(df/2, 1/2) / 2 with x = df / (df + t * t) the incomplete beta
-- function I_x(a, 1/2), by what its series begins with
-- note: degrees of freedom need not be whole
create or replace macro beta_series(x, a) as
    list_sum(
        list_transform(
            range(150),
            lambda k: exp(lgamma(k + 0.5::double) - lgamma(0.5::double) - lgamma(k + 1))
            * a
            / (a + k)
            * x
            ** k
        )
    );

create or replace macro log_beta_half(a) as
    lgamma(a) + lgamma(0.5::double) - lgamma(a + 0.5::double);

-- Newton's step for log I = log 0.1 as a function of log x
create or replace macro student_step(log_x, a) as
    log_x
    - (a * log_x + ln(beta_series(exp(log_x), a)) - ln(0.1::double * a) - log_beta_half(a))
    * beta_series(exp(log_x), a)
    * sqrt(1 - exp(log_x))
    / a;

-- log x: from where the series is 1, a larger one, the steps only fall
create or replace macro student_log_x(a) as
    list_reduce(
        list_prepend(
            (ln(0.1::double * a) + log_beta_half(a)) / a,
            list_transform(range(8), lambda step: 0::double)
        ),
        lambda log_x, step: student_step(log_x, a)
    );

-- many degrees of freedom: the normal quantile z and the first corrections to it
create or replace macro student_near_normal(df, z) as
    z
    + (z ** 3 + z) / (4 * df)
    + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2)
    + (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * df ** 3)
    + (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z)
    / (92160 * df ** 4);

create or replace macro student_95(df) as
    case
        when df > 20
        then student_near_normal(df, 1.6448536269514722::double)
        else sqrt(df / exp(student_log_x(df / 2)) - df)
    end;

-- title: the tokens of a delay, and a match that takes one
-- note: the tokens that are in a bucket at a time; one that nobody has taken from is
-- full, a time before the last one finds what there was then
-- note: as many tokens as burst, one more every delay_s
create or replace macro tokens_left(bucket, came, delay_s, burst) as
    least(
        burst::double,
        bucket.left
        + greatest(epoch_us(came) - epoch_us(bucket.since), 0) / 1e6 / delay_s
    );

-- a bucket after a match took a token at a time, if a whole one was there
create or replace macro token_taken(bucket, came, delay_s, burst) as
    {
        'left': tokens_left(bucket, came, delay_s, burst)
        - if(tokens_left(bucket, came, delay_s, burst) < 1, 0, 1)::double,
        'since': greatest(came, bucket.since)
    };

-- the bucket that a cycle begins with; one of which nothing is said is full
create or replace macro first_bucket(burst, n_left, since) as
    {'left': least(coalesce(n_left, burst), burst)::double, 'since': since::timestamp};

-- title: a value against a limit, with the operator as a parameter
-- note: page and running system differ at equality
create or replace macro exceeds(amount, bound, op) as
    if(op = '>=', amount >= bound, amount > bound);

-- the same operator in words
create or replace macro asked_words(op) as
    if(op = '>=', 'at least', 'more than');

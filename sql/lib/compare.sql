-- title: a value against a limit, with the operator as a parameter
-- note: page and running system differ at equality
create or replace macro exceeds(amount, bound, op) as
    case when op = '>=' then amount >= bound else amount > bound end;

-- the same operator in words
create or replace macro asked_words(op) as
    case when op = '>=' then 'at least' else 'more than' end;

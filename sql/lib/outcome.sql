-- title: the criterion reported for a weighed pair that is not chosen
-- reports: -not_drawn another one was drawn
-- reports: +use it has a weight and is chosen
-- note: jumbo queues that stand apart come to nothing where a chunk has no other queue;
-- one nucleus is drawn
create or replace macro loss_of(criterion) as
    case criterion
        when '+use'
        then '-not_drawn'
        when '+usejumbo'
        then '-no_candidates'
        else criterion
    end;

-- what becomes of work that a gate stops; NULL where none does
create or replace macro stopped_by(effect) as
    case effect when 'throttle' then 'throttled' when 'fail' then 'failed' when 'pending' then 'pending' end;

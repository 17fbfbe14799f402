-- title: the criterion reported for a weighed pair that is not chosen
-- source: spec/production.md 6.6: jumbo queues that stand apart come to nothing where
-- source: a chunk has no other queue
create or replace macro loss_of(criterion) as
    case when starts_with(criterion, '+') then '-no_candidates' else criterion end;

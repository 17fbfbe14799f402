-- title: whether a limit was reached of which no task queue knows yet
-- grain: one row
select count(*) > 0 as is_due from limit_state where is_reached and not is_recorded

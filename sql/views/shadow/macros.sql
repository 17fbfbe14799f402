-- Whether two weights are the same, as far as the log prints them: of an analysis seven
-- decimals. A queue that is bootstrapped has none, which counts as 0.
create or replace temp macro is_same_weight(theirs, ours, broker) as (
    coalesce(
        abs(coalesce(theirs, 0) - coalesce(ours, 0))
        <= if(broker = 'analysis', 1e-6, 1e-9 * greatest(abs(theirs), abs(ours), 1e-300)),
        false
    )
)
;

-- title: what follows are short statements: another thread, or what finds better plans,
-- costs more than it saves
set threads = 1
;

set
    disabled_optimizers
    = getvariable('disabled_optimizers')
    || ',expression_rewriter,join_order,statistics_propagation,common_subplan'
;

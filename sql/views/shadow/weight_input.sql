-- Inputs of the weights that differ, as the log names them: the first one that has
-- another value here is the cause. Of a child of a queue the log counts what waits for
-- its resource types apart; a network weight counts only where the log says so.
create or replace temp macro logged_number(text, name) as (
    try_cast(
        regexp_extract(text, '[ (]' || name || '= *(-?[\d.]+(?:e[-+]?\d+)?)', 1) as double
    )
)
;

create or replace temp table weight_input as
with
    pairs as (
        select
            our_pair.*, log_pair.name, log_pair.text, matched.broker
        from log_pair
        inner join matched using (decision_no)
        inner join
            our_pair
            on log_pair.decision_no = our_pair.decision_no
            and log_pair.name = our_pair.queue_name
        where
            log_pair.kind = 'use'
            and not is_same_weight(log_pair.weight, our_pair.weight, matched.broker)
    ),
    inputs as (
        select
            decision_no,
            name,
            1 as place,
            'nQueued' as input,
            case
                when broker = 'analysis'
                then
                    logged_number(text, 'nDefined')
                    + logged_number(text, 'nActivated')
                    + logged_number(text, 'nStarting')
                    + logged_number(text, 'nAssigned')
                when contains(name, '/')
                then logged_number(text, 'nQueued_rt')
                else
                    logged_number(text, 'nAct')
                    + logged_number(text, 'nStart')
                    + logged_number(text, 'nDef')
            end as theirs,
            n_queued as ours
        from pairs
        union all
        select decision_no, name, 2, 'dataW', logged_number(text, 'dataW'), data
        from pairs
        union all
        select decision_no, name, 3, 't1W', logged_number(text, 't1W'), t1
        from pairs
        union all
        select decision_no, name, 4, 'weightNw', logged_number(text, 'weightNw'), network
        from pairs
        where contains(text, 'Network weight:True')
        union all
        select
            decision_no,
            name,
            5,
            'free_space',
            least(
                logged_number(text, 'free_space'),
                logged_number(text, 'FREE_DISK_CUTOFF')
            ),
            free
        from pairs
        where broker = 'task'
        union all
        select decision_no, name, 6, 'RW', logged_number(text, 'RW'), 1 / nullif(work, 0)
        from pairs
        where contains(text, '1/( RW=')
    )

select
    decision_no,
    name,
    arg_min(input, place) as input,
    arg_min(theirs, place) as theirs,
    arg_min(ours, place) as ours
from inputs
where abs(theirs - ours) > 1e-6 * greatest(abs(theirs), 1)
group by decision_no, name
;

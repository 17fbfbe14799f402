-- Queues of a synthetic world: one for each site, the others mostly at the first
-- sites.
create or replace temp table new_queue as
with
    spread as (
        select
            no as queue_no,
            case
                when no < getvariable('n_sites')
                then no
                else whole(getvariable('n_sites') * pow(u('site', no), 2.3))
            end as site_no,
            no < getvariable('n_sites') as is_main
        from unnest(range(getvariable('n_queues'))) as member(no)
    ),
    typed as (
        select
            *,
            case
                when is_main
                then pick_by(u('type', queue_no), [0.82], ['unified', 'production'])
                else
                    pick_by(
                        u('type', queue_no),
                        [0.28, 0.85, 0.99],
                        ['unified', 'production', 'analysis', 'special']
                    )
            end as type,
            case
                when is_main
                then ''
                else
                    pick_by(
                        u('suffix', queue_no),
                        [0.2, 0.4, 0.55, 0.7, 0.8, 0.86, 0.92],
                        ['_TEST', '_MCORE', '_HIMEM', '_SCORE', '_HPC', '_GPU', '_ARM', '_OPP']
                    )
            end as suffix
        from spread
    )

select
    *,
    pick_by(
        u('status', queue_no),
        case
            when is_main
            then [0.88, 0.90, 0.96]
            when suffix = '_TEST'
            then [0.3, 0.9, 0.95]
            else [0.66, 0.74, 0.90]
        end,
        ['online', 'test', 'brokeroff', 'offline']
    ) as status,
    case
        when type = 'unified'
        then 'ucore'
        else pick_by(u('capability', queue_no), [0.53, 0.88], ['ucore', 'mcore', 'score'])
    end as capability
from typed
;

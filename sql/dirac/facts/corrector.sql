-- title: share correctors to start, in their order, and whether each is known
-- grain: realm, corrector_no
-- source: P019, P021
-- nulls: no list starts none
-- differs: DIRAC's code of today starts none unless EnableSharesCorrection is set; on the
-- page they start unless it says no
with
    listed as (
        select
            scheduling_option.realm,
            generate_subscripts(cfg_list(scheduling_option.value), 1) as corrector_no,
            unnest(cfg_list(scheduling_option.value)) as name
        from scheduling_option
        cross join cfg
        left join
            scheduling_option as switch
            on scheduling_option.realm = switch.realm
            and switch.path = 'EnableSharesCorrection'
        where
            scheduling_option.path = 'ShareCorrections/ShareCorrectorsToStart'
            and coalesce(cfg_flag(switch.value), cfg.enable_shares_correction)
            and (scheduling_option.realm = '') = (cfg.corrections_scope = 'all')
    )

select
    listed.realm,
    listed.corrector_no,
    listed.name,
    list_contains(cfg.known_correctors, listed.name) as is_known
from listed
cross join cfg
qualify row_number() over (partition by listed.realm, listed.name order by listed.corrector_no) = 1

-- Quotas of the accounts that own analysis tasks: 2 % over, 4 % near, 0.5 %
-- unknown.
insert into account_usage by name
with
    accounts as (
        select distinct coalesce(working_group, user_name) as account
        from task
        where prod_source_label in ('user', 'panda')
    ),
    keyed as (select account, key_of(account) as account_key from accounts),

    scratch as (
        select list(ddm_endpoint_name order by ddm_endpoint_name) as rses
        from endpoint
        where type in ('SCRATCHDISK', 'LOCALGROUPDISK')
    ),
    quotas as (
        select account, account_key, 'global' as quota_kind, 'type=SCRATCHDISK' as rse
        from keyed
        union all
        select
            keyed.account,
            keyed.account_key + place.no + 1 as account_key,
            'local' as quota_kind,
            pick(u('local_rse', keyed.account_key + place.no), scratch.rses) as rse
        from keyed
        cross join scratch
        cross join unnest(range(2)) as place(no)
        where
            scratch.rses is not null
            and (place.no = 0 or u('second_rse', keyed.account_key) < 0.3)
    )

select
    account,
    quota_kind,
    rse,
    case
        when u('quota_known', account_key) >= 0.005
        then
            whole(
                2e14
                * case
                    when now_u('quota', account_key) < 0.02
                    then 1.02
                    when now_u('quota', account_key) < 0.06
                    then 0.95
                    else 0.85 * u('quota_used', account_key)
                end
            )
    end as bytes,
    200000000000000 as bytes_limit
from quotas
;

select
    'evaluation' as subject,
    'classes of users and sites are there; on PostgreSQL the running analysis broker '
    'does not find them' as text
where exists (select 1 from metrics where metric in ('analy_user_eval', 'analy_site_eval'))

-- What daemons of the server measure, as JSON: read on in import/panda.
select metric, gshare, computingsite, value_json::text as value, timestamp as ts
from metrics
where
    metric in ('gshare_preference', 'analy_user_eval', 'analy_site_eval')
    and timestamp >:now::timestamp - interval '1 day'

-- What daemons of the server measure, as JSON: read on in import/panda.
select metric, gshare, computingsite, value_json::text as value, metrics.timestamp as ts
from metrics
where
    metric in ('gshare_preference', 'analy_user_eval', 'analy_site_eval')
    and metrics.timestamp >:now::timestamp - interval '1 day'

select
    'gdp_config.vo' as subject,
    format(
        'a row that holds '''' is read as one of every VO (rows: %s); the running system '
        'never finds it when it asks with a VO',
        count(*)
    ) as text
from config
where vo = ''
having count(*) > 0

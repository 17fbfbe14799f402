select
    'gdp_config.vo' as subject,
    format(
        '%s rows hold '''' and are read as rows of every VO; the running system never '
        'finds them when it asks with a VO',
        count(*)
    ) as text
from config
where vo = ''
having count(*) > 0

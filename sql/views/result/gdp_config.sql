-- title: settings of the snapshot in an order that does not depend on the file
select
    gdp_config.app,
    gdp_config.component,
    gdp_config.key,
    gdp_config.vo,
    gdp_config.type,
    gdp_config.value
from gdp_config
order by all

-- severity: warning
-- table: gdp_config
-- column: vo
-- message: stands there for the vo and for any vo: the one of the vo is taken
select concat_ws(', ', exact.app, exact.component, exact.key) as row_key
from gdp_config as exact
inner join snapshot on exact.vo = snapshot.vo
inner join
    gdp_config as general
    on exact.app = general.app
    and exact.component = general.component
    and exact.key = general.key
where general.vo is null

-- title: settings of the snapshot in an order that does not depend on the file
select app, component, key, vo, type, value from gdp_config order by all

-- title: settings of each snapshot in an order that does not depend on the file
select cycle_no, app, component, key, vo, type, value from gdp_config order by all

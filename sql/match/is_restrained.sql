-- title: whether any site has limits or delays
-- grain: one row
select (select count(*) from limit_state) + (select count(*) from token) > 0 as is_restrained

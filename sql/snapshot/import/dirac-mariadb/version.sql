-- What the server says about itself.
select version() as server_version, 'repeatable read' as isolation

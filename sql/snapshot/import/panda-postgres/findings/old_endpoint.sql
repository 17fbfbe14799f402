select
    'endpoint.space_min_free' as subject,
    'the server''s schema has no such column: read as unknown, counts as 0' as text
where
    not exists (
        select 1
        from pg_attribute
        where
            attrelid = to_regclass('ddm_endpoint')
            and attname = 'space_min_free'
            and not attisdropped
    )

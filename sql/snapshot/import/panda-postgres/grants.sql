-- The rights that the import needs, and no more. Run it as the owner of the schemas,
-- with the name of the role that reads.
grant usage
on schema doma_panda, doma_pandameta
to reader
;

grant select
on all tables in schema doma_panda
to reader
;

grant select
on doma_pandameta.users, doma_pandameta.sitedata
to reader
;

-- title: operating systems that a DIRAC platform can run
create table dirac_platform (
    platform VARCHAR,
    os       VARCHAR  -- platform that a resource sends; it can run what `platform` asks for
);

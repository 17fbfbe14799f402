-- The snapshot says that it was completed, how and with which seed.
update snapshot
set
    random_seed = getvariable('seed'),
    source = format(
        '{} + generated: seed {:d}, {:d} tasks',
        regexp_replace(coalesce(source, 'unknown'), ' \+ generated: .*$', ''),
        getvariable('seed'),
        getvariable('n_tasks')
    )
;

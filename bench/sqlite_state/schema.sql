-- title: task queues and waiting jobs in SQLite, as a matcher of DIRAC keeps them
-- note: a list that is empty asks for nothing, which the queue says itself: looking for
-- its absence takes twice as long; queues leave with their last job
create table tq_queues (
    tq_id integer primary key,
    setup text not null,
    cpu_time integer not null,
    priority real not null,
    has_sites integer not null,
    has_grid_ces integer not null,
    has_platforms integer not null
);

create index tq_queues_asked on tq_queues (setup, cpu_time, priority);

create table tq_jobs (
    job_id integer primary key,
    tq_id integer not null references tq_queues,
    user_priority integer not null,
    real_priority real not null
);

create index tq_jobs_drawn on tq_jobs (tq_id, user_priority, job_id, real_priority);

create table tq_to_sites (
    tq_id integer not null references tq_queues on delete cascade,
    value text not null,
    primary key (tq_id, value)
) without rowid;

create table tq_to_banned_sites (
    tq_id integer not null references tq_queues on delete cascade,
    value text not null,
    primary key (tq_id, value)
) without rowid;

create table tq_to_grid_ces (
    tq_id integer not null references tq_queues on delete cascade,
    value text not null,
    primary key (tq_id, value)
) without rowid;

create table tq_to_platforms (
    tq_id integer not null references tq_queues on delete cascade,
    value text not null,
    primary key (tq_id, value)
) without rowid;

create table tq_to_tags (
    tq_id integer not null references tq_queues on delete cascade,
    value text not null,
    primary key (tq_id, value)
) without rowid;

create index tq_to_sites_value on tq_to_sites (value, tq_id);

create index tq_to_banned_sites_value on tq_to_banned_sites (value, tq_id);

create index tq_to_grid_ces_value on tq_to_grid_ces (value, tq_id);

create index tq_to_platforms_value on tq_to_platforms (value, tq_id);

create index tq_to_tags_value on tq_to_tags (value, tq_id);

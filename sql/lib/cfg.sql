-- title: texts of DIRAC's configuration
-- note: the lines of a text without comments, each brace on a line of its own
create or replace macro cfg_lines(content) as
    string_split(
        regexp_replace(
            regexp_replace(content, '#[^\r\n]*', '', 'g'),
            '([{}])',
            chr(10) || '\1' || chr(10),
            'g'
        ),
        chr(10)
    );

-- what follows JobScheduling in a path, or a section of its own that is known there
create or replace macro scheduling_path(path) as
    regexp_replace(
        regexp_extract(
            path,
            '(?:^|/)(?:JobScheduling/)?((?:ShareCorrections|RunningLimit|MatchingDelay)(?:/.*)?$|(?:EnableSharesCorrection|CheckJobLimits|CheckMatchingDelay|taskQueueCPUTimeIntervals)$)',
            1
        ),
        '^ShareCorrections/ShareCorrections(/|$)',
        'ShareCorrections\1'
    );

-- a comma separated value as a list
create or replace macro cfg_list(value) as
    list_filter(
        list_transform(string_split(value, ','), lambda item: trim(item)),
        lambda item: item <> ''
    );

-- whether an option is switched on: any word but yes is no
create or replace macro cfg_flag(value) as
    lower(trim(value)) in ('true', 'yes', 'y', '1');

-- a number that is in its range, else NULL
create or replace macro cfg_number(value, least) as
    case
        when try_cast(value as double) >= least and isfinite(try_cast(value as double))
        then try_cast(value as double)
    end;

-- whether an option says a limit, a delay or a burst
create or replace macro is_limit(path) as
    regexp_full_match(
        path, '(RunningLimit|MatchingDelay)/[^/]+(/CEs/[^/]+|/Burst)?/[^/]+/[^/]+'
    );

-- what an option of RunningLimit or MatchingDelay says: jobs, and tokens of a burst, are
-- whole numbers
create or replace macro limit_amount(path, value) as
    case
        when
            path not like 'RunningLimit/%'
            and path not like '%/Burst/%'
            or regexp_full_match(trim(value), '[+-]?\d+')
        then cfg_number(value, '-infinity'::double)
    end;

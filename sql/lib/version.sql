-- title: versions compared number by number
-- note: what is no plain dotted number fulfils nothing
create or replace macro version_parts(version) as
    try_cast(
        string_split(
            regexp_replace(
                nullif(
                    regexp_extract(
                        version, '^\s*v?([0-9]{1,18}(\.[0-9]{1,18})*)\s*$', 1
                    ),
                    ''
                ),
                '(\.0+)+$',
                ''
            ),
            '.'
        ) as bigint[]
    );

-- '' where the text does not begin with operator characters, or nothing follows them
create or replace macro requirement_operator(requirement) as
    case regexp_extract(requirement, '^([=><!]+)(.+)$', 1)
        when '=' then '==' else regexp_extract(requirement, '^([=><!]+)(.+)$', 1)
    end;

create or replace macro requirement_value(requirement) as
    regexp_extract(requirement, '^([=><!]+)(.+)$', 2);

-- takes the parts of both versions; any other operator is never fulfilled
-- != excludes one version: what is unknown is not that one
create or replace macro fulfils(have, operator, wanted, ne_supported) as
    coalesce(
        case operator
            when '==' then have = wanted
            when '>=' then have >= wanted
            when '<=' then have <= wanted
            when '>' then have > wanted
            when '<' then have < wanted
            when '!='
            then ne_supported and wanted is not null and have is distinct from wanted
        end,
        false
    );

create or replace macro opposite(operator) as
    case operator
        when '==' then '!='
        when '>=' then '<'
        when '<=' then '>'
        when '>' then '<='
        when '<' then '>='
        when '!=' then '=='
        else 'not ' || operator
    end;

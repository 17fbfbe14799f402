-- title: names of releases, what queues publish, and what a test of software says
create or replace macro is_nightly(trans_home) as
    regexp_matches(trans_home, '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{4}$');

create or replace macro is_three_digit(trans_home) as
    regexp_matches(trans_home, '-[0-9]+\.[0-9]+\.[0-9]+$');

create or replace macro holds_release(releases, release, how) as
    coalesce(
        if(how = 'exact', releases = [release], list_contains(releases, release)), false
    );

-- what a row of a decision table says
create or replace macro accepted(outcome) as
    struct_pack(is_accepted := true, test := outcome, failed_test := null::varchar);

create or replace macro refused(outcome, words) as
    struct_pack(is_accepted := false, test := outcome, failed_test := words);

create or replace macro last_of_type(entries, kind) as
    list_extract(
        list_filter(
            entries, lambda entry: json_extract_string(entry, '$.type') = kind
        ),
        -1
    );

-- architectures of all CPUs that a queue describes, not of the last one alone
create or replace macro cpu_architectures(entries) as
    flatten(
        list_transform(
            list_filter(
                entries, lambda entry: json_extract_string(entry, '$.type') = 'cpu'
            ),
            lambda entry: coalesce(json_strings(json_extract(entry, '$.arch')), [])
        )
    );

-- (a|b)rest becomes arest where a is among the architectures, else brest
create or replace macro with_architecture(platform, architectures) as
    case
        when regexp_full_match(platform, '\([\w.+-]+(?:\|[\w.+-]+)*\)[\w.+-]+')
        then
            list_filter(
                string_split(regexp_extract(platform, '\(([^)]*)\)', 1), '|'),
                lambda arch: list_has_any(architectures, ['any', arch])
            )[1]
            || regexp_extract(platform, '\)(.*)', 1)
    end;

-- is a list attribute of this entry exclusive?
create or replace macro has_excl(node) as
    coalesce(
        list_bool_or(
            list_transform(
                json_extract(node, '$.*'),
                lambda attribute: json_type(attribute) = 'ARRAY'
                and list_contains(json_extract_string(attribute, '$[*]'), 'excl')
            )
        ),
        false
    );

-- an exclusive list takes only who names one of its members; NULL = no such list
create or replace macro cpu_list_accepts(offered, asked, empty_is_any) as
    case
        when asked = '*' then not coalesce(list_contains(offered, 'excl'), false)
        else coalesce(
            list_contains(offered, 'any')
            or list_contains(offered, asked)
            or (empty_is_any and list_contains(offered, '')),
            false
        )
    end;

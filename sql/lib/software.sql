-- title: which question a task asks, and what a queue's lists answer
create or replace macro is_nightly(trans_home) as
    regexp_matches(trans_home, '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{4}$');

create or replace macro is_three_digit(trans_home) as
    regexp_matches(trans_home, '-[0-9]+\.[0-9]+\.[0-9]+$');

-- the cache of an analysis task: trans_home behind its first dash
create or replace macro cache_of(trans_home) as
    replace(regexp_replace(coalesce(trans_home, ''), '^[^-]*-*', ''), '_', '-');

-- a cache without a dash crashes the running system: read as standalone
create or replace macro analysis_branch(trans_home, cache, trans_uses) as
    case
        when
            trans_home <> 'AnalysisTransforms'
            and not is_nightly(cache)
            and not is_three_digit(cache)
        then if(contains(cache, '-'), 'cache', 'standalone')
        when cache = '' and trans_uses is not null then 'release'
        when
            is_three_digit(cache)
            and not coalesce(regexp_matches(trans_uses, '-[0-9]+\.[0-9]+$'), false)
        then 'release'
        when trans_home is not null then 'nightly'
        else 'standalone'
    end;

create or replace macro published_tags(node) as
    from_json(
        node,
        '[{"cmtconfig": "VARCHAR", "project": "VARCHAR", "release": "VARCHAR",
        "container_name": "VARCHAR", "sources": "JSON"}]'
    );

create or replace macro last_of_type(entries, kind) as
    list_extract(
        list_filter(
            entries, lambda entry: json_extract_string(entry, '$.type') = kind
        ),
        -1
    );

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

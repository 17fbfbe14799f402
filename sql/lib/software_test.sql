-- title: the tests of containers and releases, each with what it says
-- note: with a + it accepts
create or replace macro container_test(
    only_tags, has_cvmfs_container, tag_test, prefix_test
) as
    case
        when not only_tags and has_cvmfs_container
        then '+container_any'
        when only_tags
        then coalesce(tag_test, 'container')
        else coalesce(tag_test, prefix_test, 'container')
    end;

-- the first way of releases, caches and nightlies; NULL = ask for the second
create or replace macro cvmfs_test(
    is_there, in_container, on_platform, falls_through
) as
    case
        when not is_there
        then null
        when in_container
        then '+cvmfs_container'
        when on_platform
        then '+cvmfs_platform'
        when not falls_through
        then 'cvmfs_platform'
    end;

create or replace macro tags_test(
    needs_cvmfs, needs_container, has_any_container, is_tagged
) as
    case
        when needs_cvmfs
        then 'no_cvmfs'
        when needs_container and not has_any_container
        then 'no_container'
        when is_tagged
        then '+tag'
        else 'no_tag'
    end;

create or replace macro has_cvmfs(repositories, tag) as
    list_contains(repositories, 'any')
    or coalesce(list_contains(repositories, tag), false);

-- title: names of users, datasets and files replaced by keyed hashes
-- note: the same name gets the same pseudonym in every table and snapshot of one key;
-- no name stays none
-- what rules read of a name stays: ddo, a version tag behind it, gangarbt; a group that
-- some task works for is no person and keeps its name
create or replace temp macro keyed_hash(kind, name) as
    left(
        sha256(
            getvariable('key')
            || sha256(getvariable('key') || chr(31) || kind || chr(31) || name)
        ),
        24
    );

create or replace temp macro person(name) as
    if(name in ('', 'gangarbt'), name, 'user-' || keyed_hash('user', name));

create or replace temp macro dataset_pseudonym(name) as
    if(starts_with(name, 'ddo'), 'ddo-', 'dataset-')
    || keyed_hash('dataset', name)
    || if(regexp_matches(name, 'v[0-9]{6}$'), '.v000000', '');

create or replace temp macro file_pseudonym(name) as 'file-' || keyed_hash('file', name);

create or replace temp macro scope_pseudonym(name) as
    'scope-' || keyed_hash('scope', name);

-- of the parameters of a task only those that rules read
create or replace temp macro params_read(params) as
    json_object(
        'taskBrokerOnMaster',
        json_extract(params, '$.taskBrokerOnMaster'),
        'includedSite',
        json_extract(params, '$.includedSite'),
        'excludedSite',
        json_extract(params, '$.excludedSite')
    );

update account_usage
set account = person(account)
where account_usage.account not in (
    select task.working_group from task where task.working_group is not null
);

update evaluation
set entity = person(entity)
where metric = 'analy_user_eval';

update task
set
    user_name = person(user_name),
    orig_user_name = person(orig_user_name),
    task_params = if(task_params is null, null, params_read(task_params));

update user_job_stats set prod_user_name = person(prod_user_name);

update job set prod_user_name = person(prod_user_name);

update job_wait set prod_user_name = person(prod_user_name);

-- what an import noted may name people and files
update table_source set findings = [], origin = null

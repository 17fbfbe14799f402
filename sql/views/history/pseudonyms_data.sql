-- title: names of datasets and files, and of DIRAC's users, replaced likewise
update dataset set dataset_name = dataset_pseudonym(dataset_name);

update dataset_replica set dataset_name = dataset_pseudonym(dataset_name);

update dataset_content
set
    container_name = dataset_pseudonym(container_name),
    dataset_name = dataset_pseudonym(dataset_name);

update task_dataset set dataset_name = dataset_pseudonym(dataset_name);

update task_file
set
    lfn = file_pseudonym(lfn),
    scope = scope_pseudonym(scope),
    guid = file_pseudonym(guid),
    constituent_name = dataset_pseudonym(constituent_name);

update file_replica
set lfn = file_pseudonym(lfn), scope = scope_pseudonym(scope);

update dirac_job set owner = person(owner), owner_dn = person(owner_dn);

update dirac_pilot
set owner = person(owner), requester_owner = person(requester_owner);

update dirac_running_job set owner = person(owner);

update dirac_running_limit set value = person(value) where attribute in ('Owner', 'OwnerDN');

update dirac_matching_delay set value = person(value) where attribute in ('Owner', 'OwnerDN');

update dirac_running_history set user_name = person(user_name);

update dirac_group_member set user_name = person(user_name);

update dirac_user set user_name = person(user_name), dn = person(dn)

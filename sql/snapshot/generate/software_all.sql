-- The pseudo queue ALL: images of the containers that tasks name.
insert into queue_software by name
select
    'ALL' as queue_name,
    to_json(
        {
            'tags': list(
                {
                    'cmtconfig': 'x86_64-el9-gcc13-opt',
                    'container_name': 'atlas/' || lower(project) || ':' || release,
                    'project': project,
                    'release': release,
                    'sources': [
                        'docker://atlas/' || lower(project) || ':' || release,
                        '/cvmfs/unpacked.cern.ch/registry/atlas/'
                        || lower(project)
                        || ':'
                        || release
                    ],
                    'tag': 'VO-atlas-' || project || '-' || release
                }
                order by place
            )
        }
    ) as data
from world_release
;

-- title: fields of tasks and jobs by which leaves of the share tree take them
create or replace macro share_kinds() as
    [
        'prod_source_label',
        'working_group',
        'campaign',
        'processing_type',
        'trans_path',
        'resource_category'
    ];

-- title: what tasks and jobs show to the share tree, one row per field that is set
-- grain: share_request_no, kind
-- note: a field that is not set passes every leaf
with
    requests as (
        select distinct
            share_request_no,
            prod_source_label,
            working_group,
            campaign,
            processing_type,
            trans_path,
            resource_category
        from share_request
    ),
    texts as (
        select
            share_request_no,
            unnest(share_kinds()) as kind,
            unnest(
                [
                    prod_source_label,
                    working_group,
                    campaign,
                    processing_type,
                    trans_path,
                    resource_category
                ]
            ) as text
        from requests
    )

select share_request_no, kind, text
from texts
where text is not null

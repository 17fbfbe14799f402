-- title: what tasks and jobs show to the share tree, one row per field that is set
-- grain: share_request_no, kind
-- note: a field that is not set passes every leaf
with

    requests as (
        select distinct
            share_request.share_request_no,
            share_request.prod_source_label,
            share_request.working_group,
            share_request.campaign,
            share_request.processing_type,
            share_request.trans_path,
            share_request.resource_category
        from share_request
    ),

    texts as (
        select
            requests.share_request_no,
            unnest(share_kinds()) as kind,
            unnest(
                [
                    requests.prod_source_label,
                    requests.working_group,
                    requests.campaign,
                    requests.processing_type,
                    requests.trans_path,
                    requests.resource_category
                ]
            ) as text
        from requests
    )

select texts.share_request_no, texts.kind, texts.text
from texts
where texts.text is not null

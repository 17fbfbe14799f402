-- title: is the release asked for, on the platform asked for, a tag of the queue?
-- grain: software_no, data_no
-- source: C221
-- note: only hits have a row
select distinct software_signature.software_no, software_tag.data_no
from software_signature
inner join
    software_tag
    on software_signature.project = software_tag.project
    and software_signature.version = software_tag.release
left join
    software_platform_match
    on software_signature.platform = software_platform_match.platform
    and software_tag.data_no = software_platform_match.data_no
where
    software_tag.cmtconfig
    = coalesce(software_platform_match.compared, software_signature.platform)

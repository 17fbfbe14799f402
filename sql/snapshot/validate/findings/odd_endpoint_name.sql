-- kind: odd_name
-- severity: note
-- table: endpoint
-- column: ddm_endpoint_name
-- message: has blanks around it, unseen signs in it or another Unicode form
select ddm_endpoint_name as row_key
from endpoint
where
    ddm_endpoint_name <> nfc_normalize(ddm_endpoint_name)
    or regexp_matches(ddm_endpoint_name, '^\s|\s$|[\p{Cc}\p{Cf}]')

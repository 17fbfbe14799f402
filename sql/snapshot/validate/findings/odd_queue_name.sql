-- kind: odd_name
-- severity: note
-- table: queue
-- column: queue_name
-- message: has blanks around it, unseen signs in it or another Unicode form
select queue_name as row_key
from queue
where
    queue_name <> nfc_normalize(queue_name) or regexp_matches(queue_name, '^\s|\s$|[\p{Cc}\p{Cf}]')

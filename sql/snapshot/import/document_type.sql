-- The JSON type of the document, NULL where it is no JSON.
select case when content <> '' and json_valid(content) then json_type(content) end
from document

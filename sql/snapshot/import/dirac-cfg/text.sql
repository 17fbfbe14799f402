-- The whole text, for the views that take it apart; it does not stay.
truncate dirac_cfg
;

insert into dirac_cfg by name
select '' as path, content
from document_text
;

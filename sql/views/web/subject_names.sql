-- title: what the pages of one kind can be about
-- grain: name
select subject.name
from subject
where subject.policy = ? and subject.kind = ?
order by subject.name

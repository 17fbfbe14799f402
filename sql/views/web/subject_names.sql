-- title: what the pages of one kind can be about
-- grain: name
select name from subject where policy = ? and kind = ? order by name

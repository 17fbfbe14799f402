-- title: the chance of a task queue in the draw of a request
-- grain: one row
select chance from draw_chance where seq = ? and tq_id = ?

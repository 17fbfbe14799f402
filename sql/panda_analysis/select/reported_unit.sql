-- title: rounds that are reported, and which of a chunk is the last
-- grain: unit_no
select round_course.unit_no, round_course.is_last from round_course

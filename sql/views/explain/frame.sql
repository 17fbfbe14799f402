-- title: the filters that hold the frame of candidates
-- grain: bit
select bit from ladder where is_frame order by bit

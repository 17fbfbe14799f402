-- title: the filters that hold the frame of candidates
-- grain: bit
select ladder.bit from ladder where ladder.is_frame order by ladder.bit

-- title: why queues are outside the frame of candidates of one chunk
-- grain: detail
select failing_pair.detail, count(distinct failing_pair.unified_name) as n_queues
from failing_pair
inner join ladder on failing_pair.bit = ladder.bit
where ladder.is_frame and failing_pair.chunk_no = ?
group by failing_pair.detail
order by n_queues desc, failing_pair.detail

-- title: what is malformed or unusable in the fairshare policy of one queue
-- grain: remark
select remark from queue_remark where queue_name = ? order by remark

-- title: the tokens of the delays at its sites that each request finds when it comes
-- grain: seq, site, attribute, value
-- nulls: a request that does not say when it came knows no delay
-- note: as many tokens as burst, one more every delay_s
select
    block.seq,
    token.site,
    token.attribute,
    token.value,
    tokens_left(token.bucket, block.arrival_time, token.delay_s, token.burst) as n_left
from block
inner join class_site using (class_id)
inner join token on class_site.vo = token.vo and class_site.site = token.site
where block.arrival_time is not null

-- title: delays of sites as they stand, for the answers to requests
-- grain: site, attribute, value
select
    token.site,
    token.attribute,
    token.value,
    token.delay_s,
    token.burst,
    token.bucket.left as n_left,
    token.bucket.since as since
from token

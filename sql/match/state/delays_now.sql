-- title: delays of sites as they stand, for the answers to requests
-- grain: site, attribute, value
select
    site, attribute, value, delay_s, burst, token.bucket.left as n_left, token.bucket.since as since
from token
